import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Bodies below this size fit one packet, so compression gains nothing. */
const WORTHWHILE = 1400

export type Encoding = 'br' | 'gzip' | 'identity'

export function encodingOf(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** `quality`: 4 for a single response, 11 for cached content. */
export async function compress(body: Buffer, encoding: Encoding, quality: 4 | 11): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return encoding === 'gzip' ? gzipped(body, { level: quality === 11 ? 9 : 6 }) : body
}

/** Sends text, compressed if worthwhile: on a poor connection, fewer bytes arrive sooner. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: string) {
  const body = Buffer.from(text)
  const encoding = body.length < WORTHWHILE ? 'identity' : encodingOf(request)
  reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 4))
}
