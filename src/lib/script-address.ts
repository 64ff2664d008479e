interface ScriptPolicy {
  createScriptURL(address: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/**
 * Converts a worker's URL to a trusted type. The page's policy allows one policy of ours, which accepts only the
 * service worker and built files (S-15). Throws for any other URL.
 */
export function scriptAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('wheelbook', { createScriptURL: ownScript }) ?? {
    createScriptURL: ownScript,
  }
  return policy.createScriptURL(address)
}

function ownScript(address: string): string {
  const { origin, pathname } = new URL(address, location.origin)
  const isOwn = origin === location.origin && (pathname === '/sw.js' || /^\/(assets|src)\//.test(pathname))
  if (!isOwn) throw new TypeError('Not a script of this app')
  return address
}
