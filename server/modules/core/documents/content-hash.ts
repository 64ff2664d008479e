import { createHash } from 'node:crypto'
import { jsonWithFormLineEnds } from '#server/line-ends.ts'
import type { Attributes } from './attributes.ts'

/** Digests of one content: what is stored now, and what an earlier version has stored for the same content. */
export type ContentHashes = readonly [current: Buffer, earlier: Buffer]

/**
 * Digests of an entry's content; they identify a repeat (docs/offline.md#protocol). They include the files. `content`
 * must always have its fields in the same order.
 */
export function contentHashes(content: object, files: Attributes): ContentHashes {
  const json = JSON.stringify([content, files.fingerprint])
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return [hash(json), hash(jsonWithFormLineEnds(json))]
}
