import * as z from 'zod/mini'
import { PART_BYTES, PARTS_ABOVE_BYTES } from '#domain/core/limits.ts'
import { digestHeader, sha256 } from '#src/offline/model/hash.ts'
import type { OutgoingRequest } from './build-request.ts'
import { classify } from './classify.ts'
import type { TransportFailure, TransportResponse } from './transport.ts'

/** A file on its way. */
export interface Upload {
  /** The request that sends it in one; its address bears the parts. */
  whole: OutgoingRequest
  bytes: ArrayBuffer
  /** Key of the operation, which our server echoes. */
  key: string
  /** An earlier attempt may have left parts with the server. */
  isRepeat: boolean
  send(
    outgoing: OutgoingRequest,
    onProgress?: (bytes: number) => void,
  ): Promise<TransportResponse | TransportFailure>
  /** Told of bytes of the file that have left, and at first of those that are there already. */
  onProgress(bytes: number): void
  /** Told of bytes that the server keeps. @returns whether to go on now */
  onArrived(bytes: number): Promise<boolean>
}

/** So often in one attempt the server may know less than it said; then the file goes in one. */
const SETBACKS_MAX = 3

const Kept = z.object({ offset: z.int().check(z.gte(0)) })

/**
 * Sends a file: a large one in parts that the server keeps one by one, so that a line that breaks costs one part
 * (docs/offline.md row 28), then a call without bytes that takes them as the file. After a break it asks first how much
 * is there. A server that does not know parts gets the file in one.
 * @returns the answer to the file; never one that only a part was given
 */
export async function sendFile(upload: Upload): Promise<TransportResponse | TransportFailure> {
  const { whole, bytes, key, send, onProgress } = upload
  const size = bytes.byteLength
  if (size <= PARTS_ABOVE_BYTES) return send(whole, onProgress)
  /** Bytes that the server keeps; null: to be asked. */
  let kept = upload.isRepeat ? null : 0
  for (let setbacks = 0; setbacks <= SETBACKS_MAX; ) {
    const isWhole = kept === size
    const from = kept ?? 0
    const part = kept === null ? new ArrayBuffer() : bytes.slice(from, from + PART_BYTES)
    const outcome = isWhole
      ? await send({ ...whole, body: null, fileBytes: 0 })
      : await send(await partOf(whole, from, part), (sent) => onProgress(from + sent))
    const said = isWhole ? expectedOffset(outcome, key) : offsetAfter(outcome, key)
    if (said === 'in one') break
    if (said === null) return outcome
    if (kept !== null && said <= kept) setbacks += 1
    kept = Math.min(said, size)
    onProgress(kept)
    if (!(await upload.onArrived(kept))) return 'stopped'
  }
  return send(whole, onProgress)
}

async function partOf(whole: OutgoingRequest, offset: number, part: ArrayBuffer): Promise<OutgoingRequest> {
  const { 'Repr-Digest': _ofWhole, ...headers } = whole.headers
  return {
    ...whole,
    url: `${whole.url}/parts/${offset}`,
    headers: {
      ...headers,
      'Content-Type': 'application/octet-stream',
      'Content-Digest': digestHeader(await sha256(part)),
    },
    body: part,
    fileBytes: part.byteLength,
  }
}

/** What the server keeps after a part; 'in one': it does not know parts; null: the outcome is no answer to a part. */
function offsetAfter(outcome: TransportResponse | TransportFailure, key: string): number | 'in one' | null {
  const verdict = classify(outcome, key, 0)
  if (verdict.type === 'acked') return offsetIn(verdict.body) ?? 'in one'
  if (verdict.type === 'rejected' && [404, 405].includes(verdict.trouble.status)) return 'in one'
  return expectedOffset(outcome, key)
}

/** Where the server wants the next part to begin, when it refused a call for that. */
function expectedOffset(outcome: TransportResponse | TransportFailure, key: string): number | null {
  const verdict = classify(outcome, key, 0)
  const isRefused = verdict.type === 'again' && verdict.trouble.code === 'wrong_offset'
  return isRefused && typeof outcome === 'object' ? offsetIn(JSON.parse(outcome.text)) : null
}

const offsetIn = (body: unknown): number | null => z.safeParse(Kept, body).data?.offset ?? null
