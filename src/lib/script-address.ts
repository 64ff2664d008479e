interface ScriptPolicy {
  createScriptURL(address: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/**
 * An address of a worker in the form that the page's policy lets through: trusted types allow one policy of ours,
 * and that one knows the service worker and the built files only (S-15). Throws for any other address.
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
