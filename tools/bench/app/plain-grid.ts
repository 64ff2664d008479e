import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}
/** As the product compresses its files and its responses. */
const QUALITY = { file: 11, rows: 4 }

/**
 * Builds and serves the reference page: nothing but a plain grid of some rows. Everything is compressed and may be cached,
 * as in the product. Returns its URL and a stop function.
 */
export async function servePlainGrid(rows: readonly object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-plain-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'plain-grid'),
    base: './',
    build: { outDir: folder, emptyOutDir: true },
  })
  const bodies = new Map([['/rows.json', await compressed(JSON.stringify(rows), QUALITY.rows)]])
  for (const name of await readdir(folder, { recursive: true }))
    if (extname(name) in TYPES)
      bodies.set(`/${name}`, await compressed(await readFile(join(folder, name)), QUALITY.file))
  await rm(folder, { recursive: true, force: true })
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    const body = bodies.get(path)
    const type = `${TYPES[extname(path)] ?? 'text/plain'}; charset=utf-8`
    const cache = path === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable'
    response.writeHead(
      body ? 200 : 404,
      body && { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache },
    )
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const compressed = (body: Buffer | string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
