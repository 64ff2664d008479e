import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Below this a smaller body saves no packet. */
const WORTHWHILE = 1400

export type Encoding = 'br' | 'gzip' | 'identity'

export function encodingOf(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** `quality`: 4 for what is made for one answer, 11 for what is kept. */
export async function compress(body: Buffer, encoding: Encoding, quality: 4 | 11): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return encoding === 'gzip' ? gzipped(body, { level: quality === 11 ? 9 : 6 }) : body
}

/** Sends text, compressed where that helps: on poor signal the bytes are the time. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: string) {
  const body = Buffer.from(text)
  const encoding = body.length < WORTHWHILE ? 'identity' : encodingOf(request)
  reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 4))
}
