import { join } from 'node:path'
import { build } from 'vite'
import type { Page as Served } from '#tests/offline/fault-server.ts'
import type { Mutant } from './pages/mutants.ts'

export const CLIENTS = ['workbox', 'workbox-hardened', 'wheelbook'] as const
/** Ours where browsers wake no worker (iOS, Firefox); not part of a run unless it is named. */
export const PAGE_ONLY = 'wheelbook-page-only'
/** Ours, broken on purpose: the bench must see each of them lose. */
export const MUTANTS = ['wheelbook-deletes-first', 'wheelbook-believes-all'] as const
export const ALL_CLIENTS = [...CLIENTS, PAGE_ONLY, ...MUTANTS] as const
export type ClientName = (typeof ALL_CLIENTS)[number]

/** A client as the bench runs it: what its origin serves, and what wakes its worker. */
export interface Client {
  name: ClientName
  pages: (path: string) => Served | undefined
  /** Tag of the sync event that the harness fires for it; null: it gets none. */
  syncTag: string | null
}

interface Source {
  page: string
  /** Script of the service worker, served as /sw.js. */
  worker?: string
  syncTag?: string
  mutant?: Mutant
}

const WORKBOX = { page: 'pages/workbox.page.ts', syncTag: 'workbox-background-sync:outbox' }
const WHEELBOOK = { page: 'pages/wheelbook.page.ts' }
const SOURCES: Record<ClientName, Source> = {
  workbox: { ...WORKBOX, worker: 'pages/workbox.worker.ts' },
  'workbox-hardened': { ...WORKBOX, worker: 'pages/workbox-hardened.worker.ts' },
  // As it is shipped: page and worker both send, and only the browser's own sync events wake the worker.
  wheelbook: { ...WHEELBOOK, worker: '../../../sw/service-worker.ts' },
  [PAGE_ONLY]: WHEELBOOK,
  'wheelbook-deletes-first': { ...WHEELBOOK, mutant: 'deletes-first' },
  'wheelbook-believes-all': { ...WHEELBOOK, mutant: 'believes-all' },
}
const PAGE_SCRIPT = '/assets/page.js'
const HTML = `<!doctype html><title>Bench</title><script type="module" src="${PAGE_SCRIPT}"></script>`

/** Builds a client for production, as it would be shipped, and returns what its origin serves. */
export async function buildClient(name: ClientName): Promise<Client> {
  const { page, worker, syncTag = null, mutant = null } = SOURCES[name]
  const define = { __MUTANT__: JSON.stringify(mutant), __HAS_WORKER__: String(worker !== undefined) }
  const scripts: Record<string, string> = { [PAGE_SCRIPT]: await bundle(page, define) }
  if (worker) {
    const files = JSON.stringify([{ url: PAGE_SCRIPT, revision: null }])
    scripts['/sw.js'] = await bundle(worker, { 'self.__WB_MANIFEST': files })
  }
  return {
    name,
    syncTag,
    pages: (path) => {
      if (path === '/') return { type: 'text/html', body: HTML }
      const body = scripts[path]
      return body === undefined ? undefined : { type: 'text/javascript', body }
    },
  }
}

async function bundle(source: string, define: Record<string, string>): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(import.meta.dirname, source),
        output: { codeSplitting: false },
      },
    },
  })
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${source} did not build`)
  return chunk.code
}
