import { createHash } from 'node:crypto'
import type { Attributes } from './attributes.ts'

/**
 * SHA-256 of what an entry says, files included: the same entry sent again is known by it (docs/offline.md#protocol).
 * `content` must be built the same way each time, its fields in one order.
 */
export function contentHash(content: object, files: Attributes): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([content, files.fingerprint]))
    .digest()
}
