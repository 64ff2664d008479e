import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#server/problem.ts'

/** Time limit for the body of an ordinary call (S-29). */
const BODY_MS = 15_000
/**
 * Time limit for a file, or a part of one: the time that its size takes at this rate, within these limits; the shortest
 * if its size is not known. Devices give up below 32 kbit/s (OFF-053), so the rate here is lower. Below the server's
 * request timeout. Large bulk uploads are limited by the minimum rate and that timeout only.
 */
const FILE_BITS_PER_SECOND = 24_000
const FILE_MIN_MS = 120_000
const FILE_MAX_MS = 290_000
/** A body that stays below this rate over a whole interval only occupies a connection. */
const RATE_INTERVAL_MS = 20_000
const BYTES_PER_INTERVAL_MIN = 4_096
/** Concurrent bodies with files. One user has several tabs and devices; one address may be a whole depot. */
const UPLOADS_PER_USER_MAX = 32
const UPLOADS_PER_ADDRESS_MAX = 128

export interface BodyLimits {
  bodyMs: number
  fileMinMs: number
  fileMaxMs: number
  fileBitsPerSecond: number
  rateIntervalMs: number
  bytesPerIntervalMin: number
  perUserMax: number
  perAddressMax: number
}

const LIMITS: BodyLimits = {
  bodyMs: BODY_MS,
  fileMinMs: FILE_MIN_MS,
  fileMaxMs: FILE_MAX_MS,
  fileBitsPerSecond: FILE_BITS_PER_SECOND,
  rateIntervalMs: RATE_INTERVAL_MS,
  bytesPerIntervalMin: BYTES_PER_INTERVAL_MIN,
  perUserMax: UPLOADS_PER_USER_MAX,
  perAddressMax: UPLOADS_PER_ADDRESS_MAX,
}

/** Aborts requests whose body arrives too slowly, and rejects excessive concurrent uploads with 429. */
export function timeBodies(app: FastifyInstance, limits: BodyLimits = LIMITS) {
  const open = new Map<string, number>()

  /** Counts an upload until its connection or its body ends. */
  function admit(request: FastifyRequest): () => void {
    const keys: [string, number][] = [[`ip ${request.ip}`, limits.perAddressMax]]
    if (request.caller) keys.push([`user ${request.caller.actor.userId}`, limits.perUserMax])
    if (keys.some(([key, max]) => (open.get(key) ?? 0) >= max))
      throw new Problem('too_many', { retryAfter: 5 })
    for (const [key] of keys) open.set(key, (open.get(key) ?? 0) + 1)
    return () => {
      for (const [key] of keys) {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    }
  }

  app.addHook('preParsing', async (request, _reply, payload) => {
    // Nothing reads the end of an absent body, so its timers would cut off a slow download.
    if (!hasBody(request)) return payload
    const { takesFile, takesForm, dataUrl } = request.routeOptions.config
    const hasFile = (takesFile || takesForm || dataUrl) && request.mediaType !== undefined
    const isLarge = hasFile && (dataUrl !== undefined || request.mediaType !== 'application/json')
    const release = isLarge ? admit(request) : undefined
    const end = () => request.raw.destroy()
    const timers = [setTimeout(end, isLarge ? fileMs(request, limits) : limits.bodyMs)]
    if (dataUrl) clearTimeout(timers.pop())
    let bytesBefore = request.raw.socket.bytesRead
    const rate = setInterval(() => {
      const { bytesRead } = request.raw.socket
      if (bytesRead - bytesBefore < limits.bytesPerIntervalMin) end()
      bytesBefore = bytesRead
    }, limits.rateIntervalMs)
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      for (const timer of timers) clearTimeout(timer)
      clearInterval(rate)
      release?.()
    }
    payload.once('end', done).once('close', done).once('error', done)
    request.raw.once('close', done)
    return payload
  })
}

const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || sizeOf(request) > 0

const sizeOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

function fileMs(request: FastifyRequest, { fileBitsPerSecond, fileMinMs, fileMaxMs }: BodyLimits): number {
  const neededMs = (sizeOf(request) * 8 * 1000) / fileBitsPerSecond
  return Math.min(fileMaxMs, Math.max(fileMinMs, neededMs))
}
