import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { Page as Served } from '#tests/offline/fault-server.ts'
import { applyMutant, MUTANTS, type MutantName } from './mutants.ts'

/** The three clients that the benchmark compares. */
export const CLIENTS = ['workbox', 'workbox-hardened', 'wheelbook'] as const
/**
 * Variants of our client, run only when they are named. One is for browsers without background sync (iOS, Firefox). In
 * the other, the page leaves all sending to the worker, as when the page is closed.
 */
export const OTHER_FORMS = ['wheelbook-page-only', 'wheelbook-worker-only'] as const
type Named = (typeof CLIENTS)[number] | (typeof OTHER_FORMS)[number]
export type ClientName = Named | `wheelbook-${MutantName}`
const MUTANT_CLIENTS = Object.keys(MUTANTS).map((name) => `wheelbook-${name as MutantName}` as const)
export const ALL_CLIENTS: readonly ClientName[] = [...CLIENTS, ...OTHER_FORMS, ...MUTANT_CLIENTS]

export const isWheelbookClient = (client: string): boolean =>
  client === 'wheelbook' || OTHER_FORMS.some((form) => form === client)

/** A client in the benchmark: what its origin serves, and what wakes its worker. */
export interface Client {
  name: ClientName
  pages: (path: string) => Served | undefined
  /** Tag of the sync event that the harness fires after a while without requests; null: it fires none. */
  syncTag: string | null
}

interface Source {
  page: string
  /** Script of the service worker, served as /sw.js. */
  worker?: string
  syncTag?: string
  define?: Record<string, unknown>
  mutant?: MutantName
}

const WORKBOX = { page: 'pages/workbox.page.ts', syncTag: 'workbox-background-sync:outbox' }
// As shipped: page and worker both send, and only the browser's own sync events wake the worker.
const WHEELBOOK = {
  page: 'pages/wheelbook.page.ts',
  worker: '../../../sw/service-worker.ts',
  define: { __HAS_WORKER__: true, __PAGE_SENDS__: true },
}
const SOURCES: Record<Named, Source> = {
  workbox: {
    ...WORKBOX,
    worker: 'pages/workbox.worker.ts',
    define: { __SAVE_SIGNAL__: 'network error' },
  },
  'workbox-hardened': {
    ...WORKBOX,
    worker: 'pages/workbox-hardened.worker.ts',
    define: { __SAVE_SIGNAL__: 'answer' },
  },
  wheelbook: WHEELBOOK,
  'wheelbook-page-only': {
    page: WHEELBOOK.page,
    define: { __HAS_WORKER__: false, __PAGE_SENDS__: true },
  },
  'wheelbook-worker-only': {
    ...WHEELBOOK,
    syncTag: 'outbox',
    define: { __HAS_WORKER__: true, __PAGE_SENDS__: false },
  },
}
const PAGE_SCRIPT = '/assets/page.js'
const HTML = `<!doctype html><title>Bench</title><script type="module" src="${PAGE_SCRIPT}"></script>`

/** Creates a production build of a client and returns what its origin serves. */
export async function buildClient(name: ClientName): Promise<Client> {
  const { page, worker, syncTag = null, define = {}, mutant } = sourceOf(name)
  const plugins = mutant ? [applyMutant(mutant, 'page')] : []
  const written = Object.fromEntries(
    Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)]),
  )
  const scripts: Record<string, string> = { [PAGE_SCRIPT]: await bundle(page, written, plugins) }
  if (worker) {
    const files = JSON.stringify([{ url: PAGE_SCRIPT, revision: null }])
    // The worker must be broken too. Otherwise it would send what the mutated page loses.
    const inWorker = mutant && MUTANTS[mutant].isInWorker ? [applyMutant(mutant, 'worker')] : []
    scripts['/sw.js'] = await bundle(worker, { 'self.__WB_MANIFEST': files }, inWorker)
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

function sourceOf(name: ClientName): Source {
  if (name in SOURCES) return SOURCES[name as Named]
  return { ...WHEELBOOK, mutant: name.replace('wheelbook-', '') as MutantName }
}

async function bundle(
  source: string,
  define: Record<string, string>,
  plugins: Plugin[] = [],
): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins,
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
