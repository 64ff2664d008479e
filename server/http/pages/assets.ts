import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress, type Encoding, encodingOf } from '#server/http/body/compression.ts'
import { OPEN } from '../request.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
const COMPRESSIBLE = /^(text|application|image\/svg)/
export const IMMUTABLE = 'public, max-age=31536000, immutable'

interface Asset {
  type: string
  body: Buffer
  etag: string
  encoded: Map<Encoding, Promise<Buffer>>
}

/**
 * Serves the files of the built app. Each is a separate route, registered at startup, so no URL can escape the folder.
 * Files with a content hash in their name are immutable; the others are revalidated each time.
 */
export async function assets(app: FastifyInstance, { distFolder }: { distFolder: string }) {
  for (const entry of await readdir(distFolder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const url = `/${relative(distFolder, file).split(sep).join('/')}`
    const body = await readFile(file)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const asset: Asset = { type, body, etag, encoded: new Map() }
    const small = await readFile(`${file}.br`).catch(() => null)
    if (small) asset.encoded.set('br', Promise.resolve(small))
    app.get(url, { config: OPEN }, async (request, reply) => {
      reply.header('cache-control', url.startsWith('/assets/') ? IMMUTABLE : 'no-cache')
      // The worker's scope is the whole app.
      if (url === '/sw.js')
        reply.header('service-worker-allowed', '/').header('content-security-policy', WORKER_POLICY)
      if (CODE_READER.test(url)) reply.header('content-security-policy', CODE_READER_POLICY)
      return sendAsset(request, reply, asset)
    })
  }
}

const WORKER_POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'"

/**
 * The bar code reader's worker uses WebAssembly. A worker has the policy of its own file, so the page's policy stays
 * strict.
 */
const CODE_READER = /^\/assets\/read-codes\.worker-[\w-]+\.js$/
const CODE_READER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply.headers({ etag: asset.etag, vary: 'Accept-Encoding' })
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const encoding = COMPRESSIBLE.test(asset.type) ? encodingOf(request) : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(await encoded(asset, encoding))
}

/** Compresses a file once: in the build, or else at the first request. */
function encoded(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const known = asset.encoded.get(encoding)
  if (known) return known
  const made = compress(asset.body, encoding, 11)
  asset.encoded.set(encoding, made)
  return made
}
