import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { appVersion } from '../../vite/app-version.ts'
import type { Numbers } from './budgets.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')

const WHOLE = 'whole client'
/** What every screen needs before it starts; the budgets of routes count what comes on top. */
const APP = ['src/app/main.tsx', 'src/app/app.tsx']
/** Pages without the app. */
const PAGES = { 'sign-in page': 'src/app/sign-in-page.tsx', "shop's page": 'src/app/shop-page.tsx' }

/** A module that is only the address of a file, such as the texts of a screen. */
const ADDRESS = '?url'

const VERSION = appVersion()
/** The hash in the name of a built file: 'line-BxK3_a9Q.js'. */
const HASH = /-[\w-]{8}\.(?=js|css|json)/g

/** Smaller packages and areas are not named. */
const SOURCE_LEAST_KB = 5

interface Chunk {
  file: string
  imports: string[]
  modules: { id: string; bytes: number }[]
}

/** The JavaScript of the built app. */
interface Bundle {
  /** Gzipped kB and modules of the client, the pages, the app, and each route on top of the app. */
  sizes: Numbers
  /** What each of them loads: kB before compression by package and area. */
  sources: Numbers
}

export function readBundle(): Bundle {
  const chunks = readChunks()
  const files = filesBySubject(chunks)
  // Includes the service worker and other workers, which are built on their own.
  const everyFile = globSync('**/*.{js,mjs}', { cwd: DIST })
  const size = (subject: Chunk[], files = subject.map(({ file }) => file)) => ({
    'kB of JavaScript, gzip': round(files.reduce((sum, file) => sum + gzipped(file), 0) / 1000),
    modules: subject.reduce((sum, { modules }) => sum + modules.length, 0),
  })
  return {
    sizes: {
      ...Object.fromEntries(Object.entries(files).map(([subject, its]) => [subject, size(its)])),
      [WHOLE]: size([...chunks.values()], everyFile),
    },
    sources: Object.fromEntries(Object.entries(files).map(([subject, its]) => [subject, sourcesOf(its)])),
  }
}

function readChunks(): Map<string, Chunk> {
  const lines = readFileSync(join(DIST, 'chunk-modules.jsonl'), 'utf8').trim().split('\n')
  const chunks = lines.map((line): Chunk => JSON.parse(line))
  return new Map(
    chunks.map(({ modules, ...chunk }) => [
      chunk.file,
      { ...chunk, modules: modules.filter(({ id }) => !id.endsWith(ADDRESS)) },
    ]),
  )
}

function filesBySubject(chunks: Map<string, Chunk>): Record<string, Chunk[]> {
  const withImports = (modules: readonly string[], known = new Set<Chunk>()) => {
    const found = new Set<Chunk>()
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || found.has(chunk) || known.has(chunk)) return
      found.add(chunk)
      for (const file of chunk.imports) add(chunks.get(file))
    }
    for (const module of modules) add(chunkOf(chunks, module))
    return found
  }
  const app = withImports(APP)
  const pages = Object.entries(PAGES).map(
    ([page, module]) => [page, withImports(['src/app/main.tsx', module])] as const,
  )
  const routes = readRoutes().map(({ path, module }) => [path, withImports([module], app)] as const)
  const named = [[WHOLE, new Set(chunks.values())] as const, ['app', app] as const, ...pages, ...routes]
  return Object.fromEntries(named.map(([subject, found]) => [subject, [...found]]))
}

function chunkOf(chunks: Map<string, Chunk>, module: string): Chunk {
  const found = [...chunks.values()].find(({ modules }) => modules.some(({ id }) => id === module))
  if (!found) throw new Error(`${module} is not part of the build.`)
  return found
}

/** Returns the path and the screen of each route that loads its screen when it opens. */
function readRoutes(): { path: string; module: string }[] {
  return globSync('src/app/routes/*.ts', { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('createRoute(')
      .flatMap((text) => {
        const [, path] = /^ {2}path: '([^']+)'/m.exec(text) ?? []
        const [, module] = /import\('#(src\/screens\/[^']+)'\)/.exec(text) ?? []
        return path && module ? [{ path, module }] : []
      }),
  )
}

function sourcesOf(chunks: readonly Chunk[]): Record<string, number> {
  const sources = new Map<string, number>()
  for (const { id, bytes } of chunks.flatMap(({ modules }) => modules))
    sources.set(sourceOf(id), (sources.get(sourceOf(id)) ?? 0) + bytes / 1000)
  const notable = [...sources].filter(([, kB]) => kB >= SOURCE_LEAST_KB)
  return Object.fromEntries(
    notable.sort(([one], [other]) => one.localeCompare(other)).map(([source, kB]) => [source, round(kB)]),
  )
}

/** The package of a dependency, or the folder of an area: '@mui/x-data-grid', 'src/features/orders'. */
function sourceOf(id: string): string {
  const [, dependency] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  if (dependency) return dependency
  const folders = id.split('/').slice(0, -1)
  return folders.slice(0, folders[0] === 'src' ? 3 : 2).join('/') || 'the build'
}

/**
 * Returns the size of a file, gzipped, without the app's version and the hashes in names of files. They differ with every
 * commit and compress differently: the same code would be within its budget in one commit and over it in the next.
 */
function gzipped(file: string): number {
  const code = readFileSync(join(DIST, file), 'utf8').replaceAll(HASH, '-00000000.').replaceAll(VERSION, '')
  return gzipSync(code, { level: 9 }).length
}
const round = (number: number) => Math.round(number * 10) / 10
