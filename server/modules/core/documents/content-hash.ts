import { createHash } from 'node:crypto'
import type { Attributes } from './attributes.ts'

/**
 * Digest of an entry's content; identifies a repeat (docs/offline.md#protocol). It includes the files. `content` must
 * always have its fields in the same order.
 */
export function contentHash(content: object, files: Attributes): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([content, files.fingerprint]))
    .digest()
}
