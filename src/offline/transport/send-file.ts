import * as z from 'zod/mini'
import { SENT_PART_BYTES } from '#domain/core/limits.ts'
import { digestHeader, sha256 } from '#src/offline/model/hash.ts'
import type { OutgoingRequest } from './build-request.ts'
import { classify, isTooLargeForProxy } from './classify.ts'
import type { TransportFailure, TransportResponse } from './transport.ts'

/** A file upload. */
export interface Upload {
  /** The request that sends the file in one; part URLs derive from its URL. */
  whole: OutgoingRequest
  bytes: ArrayBuffer
  /** Key of the operation, which our server echoes. */
  key: string
  /** An earlier attempt may have stored parts on the server. */
  isRepeat: boolean
  /** Bytes that the server had stored at the last attempt. */
  arrived: number
  /** Size of the part that arrived last; null: none did. */
  arrivedPartBytes: number | null
  /** Failed attempts since the server last stored bytes of the file. */
  failedAttempts: number
  send(
    outgoing: OutgoingRequest,
    onProgress?: (bytes: number) => void,
  ): Promise<TransportResponse | TransportFailure>
  /** Called with the bytes of the file sent so far, including those already stored. */
  onProgress(bytes: number): void
  /**
   * Called with the bytes that the server has stored, and the size of the part by which they arrived; null: no part did.
   * @returns whether to continue now
   */
  onArrived(bytes: number, partBytes: number | null): Promise<boolean>
}

/** How often in one attempt the server may lose progress before the file is sent in one. */
const SETBACKS_MAX = 3
/** Size below which parts are not divided any further: 8 s at 32 kbit/s. */
const SMALLEST_PART_BYTES = 32_768

const OffsetBody = z.object({ offset: z.int().check(z.gte(0)) })

/**
 * Sends a file. A large file is sent in parts that the server stores one by one, so that a broken connection costs one
 * part (docs/offline.md row 28). A request without bytes then completes it. After an interruption it first queries how
 * much is stored. A server without support for parts gets the file in one request. If a proxy rejects a request for its
 * size, the rest is sent in smaller parts. After two attempts without progress the first part is halved, and again after
 * each further one, because the connection may break before a large part arrives. Each part that arrives doubles the
 * next. The next attempt begins with the size that arrived last.
 * @returns the response to the file, or a refusal of one of its parts
 */
export async function sendFile(upload: Upload): Promise<TransportResponse | TransportFailure> {
  const { whole, bytes, key, send, onProgress } = upload
  const size = bytes.byteLength
  let largestBytes = SENT_PART_BYTES
  const halvings = Math.max(0, upload.failedAttempts - 1)
  const startBytes = Math.min(upload.arrivedPartBytes ?? largestBytes, largestBytes)
  let partBytes = Math.max(SMALLEST_PART_BYTES, Math.ceil(startBytes / 2 ** halvings))
  if (size <= partBytes && upload.arrived === 0) {
    const outcome = await send(whole, onProgress)
    if (size <= SMALLEST_PART_BYTES || !isTooLarge(outcome, key)) return outcome
    largestBytes = smallerPart(size)
    partBytes = largestBytes
  }
  /** Bytes that the server has stored; null: to be queried. */
  let storedBytes = upload.isRepeat ? null : 0
  for (let setbacks = 0; setbacks <= SETBACKS_MAX; ) {
    const isWhole = storedBytes === size
    const from = storedBytes ?? 0
    const part = storedBytes === null ? new ArrayBuffer() : bytes.slice(from, from + partBytes)
    const outcome = isWhole
      ? await send(completionOf(whole))
      : await send(await partOf(whole, from, part), (sent) => onProgress(from + sent))
    if (part.byteLength > 0 && isTooLarge(outcome, key) && partBytes > SMALLEST_PART_BYTES) {
      largestBytes = smallerPart(partBytes)
      partBytes = largestBytes
      continue
    }
    const offset = isWhole ? expectedOffset(outcome, key) : offsetAfter(outcome, key)
    if (offset === 'in one') break
    if (offset === null) return storedBytes === null ? resultOfRepeat(upload, outcome) : outcome
    let arrivedPartBytes: number | null = null
    if (storedBytes !== null && offset <= storedBytes) setbacks += 1
    else if (part.byteLength > 0) {
      arrivedPartBytes = partBytes
      partBytes = Math.min(2 * partBytes, largestBytes)
    }
    storedBytes = Math.min(offset, size)
    onProgress(storedBytes)
    if (!(await upload.onArrived(storedBytes, arrivedPartBytes))) return 'stopped'
  }
  return send(whole, onProgress)
}

/**
 * Returns the result of a repeated upload whose first query failed. The server checks the query against the user's current
 * rights, so it may reject a file that it has already accepted. The stored response comes only with the request that completes
 * the file (OFF-061).
 */
async function resultOfRepeat(
  { whole, key, send }: Upload,
  outcome: TransportResponse | TransportFailure,
): Promise<TransportResponse | TransportFailure> {
  if (classify(outcome, key, 0).type !== 'rejected') return outcome
  const result = await send(completionOf(whole))
  // Parts are missing, so the file was not accepted, and the rejection stands.
  return expectedOffset(result, key) === null ? result : outcome
}

/** The request that completes a file from its parts. */
const completionOf = (whole: OutgoingRequest): OutgoingRequest => ({ ...whole, body: null, fileBytes: 0 })

const smallerPart = (bytes: number): number => Math.max(SMALLEST_PART_BYTES, Math.ceil(bytes / 2))

function isTooLarge(outcome: TransportResponse | TransportFailure, key: string): boolean {
  const verdict = classify(outcome, key, 0)
  return verdict.type === 'again' && isTooLargeForProxy(verdict.trouble)
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

/** What the server has stored after a part; 'in one': it does not support parts; null: not a response to a part. */
function offsetAfter(outcome: TransportResponse | TransportFailure, key: string): number | 'in one' | null {
  const verdict = classify(outcome, key, 0)
  if (verdict.type === 'acked') return offsetIn(verdict.body) ?? 'in one'
  if (typeof outcome === 'object' && isCallMissing(outcome, key)) return 'in one'
  return expectedOffset(outcome, key)
}

/** Whether our server does not have the call. The 404 of a call, for a file that is gone, names the operation. */
function isCallMissing(response: TransportResponse, key: string): boolean {
  const { status, header } = response
  const isOurs = classify(response, key, 0).type === 'rejected'
  return isOurs && (status === 405 || (status === 404 && header('X-Wheelbook-Op') !== key))
}

/** The offset that the server expects, if it refused a request for its offset. */
function expectedOffset(outcome: TransportResponse | TransportFailure, key: string): number | null {
  const verdict = classify(outcome, key, 0)
  const isRefused = verdict.type === 'again' && verdict.trouble.code === 'wrong_offset'
  return isRefused && typeof outcome === 'object' ? offsetIn(JSON.parse(outcome.text)) : null
}

const offsetIn = (body: unknown): number | null => z.safeParse(OffsetBody, body).data?.offset ?? null
