import { join } from 'node:path'
import { build } from 'vite'
import type { Page as Served } from '#tests/offline/fault-server.ts'

export const CLIENTS = ['workbox', 'workbox-hardened', 'wheelbook'] as const
export type ClientName = (typeof CLIENTS)[number]

/** A client as the bench runs it: what its origin serves, and what wakes its worker. */
export interface Client {
  name: ClientName
  pages: (path: string) => Served | undefined
  /** Tag of the sync event that the harness fires for it; null: it gets none. */
  syncTag: string | null
}

const SOURCES: Record<ClientName, { page: string; worker?: string }> = {
  workbox: { page: 'workbox.page.ts', worker: 'workbox.worker.ts' },
  'workbox-hardened': { page: 'workbox.page.ts', worker: 'workbox-hardened.worker.ts' },
  wheelbook: { page: 'wheelbook.page.ts' },
}
const HTML = '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>'

/** Builds a client for production, as it would be shipped, and returns what its origin serves. */
export async function buildClient(name: ClientName): Promise<Client> {
  const { page, worker } = SOURCES[name]
  const scripts: Record<string, string> = { '/page.js': await bundle(page) }
  if (worker) scripts['/worker.js'] = await bundle(worker)
  return {
    name,
    syncTag: worker ? 'workbox-background-sync:outbox' : null,
    pages: (path) => {
      if (path === '/') return { type: 'text/html', body: HTML }
      const body = scripts[path]
      return body === undefined ? undefined : { type: 'text/javascript', body }
    },
  }
}

async function bundle(source: string): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(import.meta.dirname, 'pages', source),
        output: { codeSplitting: false },
      },
    },
  })
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${source} did not build`)
  return chunk.code
}
