import { resolve } from 'node:path'
import { build } from 'vite'
import type { Page } from '../fault-server.ts'

const SCRIPT = '/assets/harness.js'
/** A security policy like the product's: it must come back from the worker with the page. */
export const POLICY = "default-src 'self'; style-src 'self' 'nonce-harness'"
const HTML = `<!doctype html><title>Harness</title><script type="module" src="${SCRIPT}"></script>`
const MANIFEST = JSON.stringify({ name: 'Harness', start_url: '/', display: 'standalone' })

/** The harness page and the real service worker, built for production, with the other files of their origin. */
export async function buildHarness(): Promise<(path: string) => Page | undefined> {
  const files = JSON.stringify([{ url: SCRIPT, revision: null }])
  const worker = await bundle('../../../sw/service-worker.ts', { 'self.__WB_MANIFEST': files })
  const javascript = (body: string): Page => ({ type: 'text/javascript', body })
  const pages: Record<string, Page> = {
    '/': { type: 'text/html', body: HTML, headers: { 'content-security-policy': POLICY } },
    // A page of the same origin that runs nothing, to watch workers from.
    '/api-free.html': { type: 'text/html', body: '<!doctype html><title>Watch</title>' },
    '/manifest.webmanifest': { type: 'application/manifest+json', body: MANIFEST },
    [SCRIPT]: javascript(await bundle('page.ts', {})),
    '/sw.js': javascript(worker),
  }
  return (path) => pages[path]
}

/** One script of the product, built for production; `source` from this folder or absolute. */
export async function bundle(source: string, define: Record<string, string>): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: { input: resolve(import.meta.dirname, source), output: { codeSplitting: false } },
    },
  })
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${source} did not build`)
  return chunk.code
}
