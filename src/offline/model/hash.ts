import { hexOf } from './ids.ts'

/** SHA-256 of bytes, 64 lower-case hex digits. */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** SHA-256 of a plain value, independent of the order of its keys. */
export function hashOf(value: unknown): Promise<string> {
  return sha256(new TextEncoder().encode(canonicalJson(value)).buffer)
}

/** JSON with sorted object keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Value of the headers `Repr-Digest` and `Content-Digest` (RFC 9530) for a SHA-256 in hex. */
export function digestHeader(sha256Hex: string): string {
  const bytes = sha256Hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? []
  return `sha-256=:${btoa(bytes.join(''))}:`
}
