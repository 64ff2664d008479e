import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** Builds and serves a page with a plain grid of some rows. Returns its URL and a stop function. */
export async function servePlainGrid(folder: string, rows: readonly object[]) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'plain-grid'),
    base: './',
    build: { outDir: folder, emptyOutDir: true },
  })
  const json = JSON.stringify(rows)
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    const body = path === '/rows.json' ? json : await readFile(join(folder, path)).catch(() => null)
    response.writeHead(body === null ? 404 : 200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
    response.end(body ?? undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
