import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { RequestSpec } from './request.ts'

export interface RawResponse {
  /** 0: the connection ended without a response. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  milliseconds: number
}

/**
 * Sends requests that no well-behaved client can: repeated headers, a foreign Host, unencoded paths. A later header
 * replaces an earlier one only where it must be unique (`content-type`, `host`).
 */
export function openTransport(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port, host } = new URL(url)

  async function send(wire: RequestSpec, own: [string, string][]): Promise<RawResponse> {
    const { body, type } = await bytesOf(wire.body)
    const given: [string, string][] = [
      ['host', host],
      ['accept', 'application/json'],
      ['app-name', 'wheelbook'],
      ...own,
      ...(type ? [['content-type', type] as [string, string]] : []),
      ...wire.headers,
    ]
    const replaced = new Set(wire.headers.map(([name]) => name).filter((name) => name !== 'idempotency-key'))
    const isOwn = given.length - wire.headers.length
    const sentHeaders = given.filter(([name], i) => i >= isOwn || !replaced.has(name))
    if (body) sentHeaders.push(['content-length', String(body.length)])
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method: wire.method,
          path: wire.path,
          headers: sentHeaders.flat() as never,
          timeout: 60_000,
        },
        (response) => {
          const chunks: Buffer[] = []
          const end = () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: unpacked(Buffer.concat(chunks), response.headers['content-encoding']),
              milliseconds: performance.now() - begun,
            })
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', end)
            .on('error', end)
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code?.startsWith('ERR_')) reject(error)
        else resolve({ status: 0, headers: {}, text: String(error), milliseconds: performance.now() - begun })
      })
      outgoing.end(body)
    })
  }
  return { send, close: () => agent.destroy() }
}

async function bytesOf(body: RequestSpec['body']): Promise<{ body?: Buffer; type?: string }> {
  if (body === undefined) return {}
  if (Buffer.isBuffer(body)) return { body }
  const form = new Response(body)
  return { body: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' }
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8')
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding]
  return (unpack ? unpack(bytes) : bytes).toString('utf8')
}
