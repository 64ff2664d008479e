import { join } from 'node:path'
import { build } from 'vite'
import type { Page as Served } from '#tests/offline/fault-server.ts'
import type { Mutant } from './pages/mutants.ts'

export const CLIENTS = ['workbox', 'workbox-hardened', 'wheelbook'] as const
/** Ours, broken on purpose: the bench must see each of them lose. */
export const MUTANTS = ['wheelbook-deletes-first', 'wheelbook-believes-all'] as const
export type ClientName = (typeof CLIENTS)[number] | (typeof MUTANTS)[number]

/** A client as the bench runs it: what its origin serves, and what wakes its worker. */
export interface Client {
  name: ClientName
  pages: (path: string) => Served | undefined
  /** Tag of the sync event that the harness fires for it; null: it gets none. */
  syncTag: string | null
}

const SOURCES: Record<ClientName, { page: string; worker?: string; mutant?: Mutant }> = {
  workbox: { page: 'workbox.page.ts', worker: 'workbox.worker.ts' },
  'workbox-hardened': { page: 'workbox.page.ts', worker: 'workbox-hardened.worker.ts' },
  wheelbook: { page: 'wheelbook.page.ts' },
  'wheelbook-deletes-first': { page: 'wheelbook.page.ts', mutant: 'deletes-first' },
  'wheelbook-believes-all': { page: 'wheelbook.page.ts', mutant: 'believes-all' },
}
const HTML = '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>'

/** Builds a client for production, as it would be shipped, and returns what its origin serves. */
export async function buildClient(name: ClientName): Promise<Client> {
  const { page, worker, mutant = null } = SOURCES[name]
  const scripts: Record<string, string> = { '/page.js': await bundle(page, mutant) }
  if (worker) scripts['/worker.js'] = await bundle(worker, mutant)
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

async function bundle(source: string, mutant: Mutant | null): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', __MUTANT__: JSON.stringify(mutant) },
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
