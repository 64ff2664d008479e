import { createHash } from 'node:crypto'
import { jsonWithFormLineEnds } from '#server/line-ends.ts'

/**
 * Serializes as JSON with sorted keys. A file is represented by the SHA-256 of its bytes. Equal content gives equal
 * text.
 */
async function canonical(value: unknown): Promise<string> {
  if (value instanceof Blob) {
    const digest = createHash('sha256')
      .update(await value.bytes())
      .digest('hex')
    return `{"file":"${digest}","type":${JSON.stringify(value.type)}}`
  }
  if (Array.isArray(value)) return `[${(await Promise.all(value.map(canonical))).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, child]) => child !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    const parts = entries.map(async ([key, child]) => `${JSON.stringify(key)}:${await canonical(child)}`)
    return `{${(await Promise.all(parts)).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Fingerprints of one request: what is stored now, and what an earlier version has stored for the same request. */
export type Fingerprints = readonly [current: Buffer, earlier: Buffer]

/**
 * Returns the SHA-256 of a route and its parsed input. It distinguishes a retry from another request with the same key.
 */
export async function fingerprintsOf(route: string, input: unknown): Promise<Fingerprints> {
  const content = await canonical(input)
  const hash = (text: string) => createHash('sha256').update(`${route}\n${text}`).digest()
  return [hash(content), hash(jsonWithFormLineEnds(content))]
}
