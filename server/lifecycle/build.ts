import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Inputs of the build. */
const SOURCES = [
  'src',
  'sw',
  'contract',
  'domain',
  'brands',
  'locales',
  'public',
  'index.html',
  'vite',
  'vite.config.ts',
  'package-lock.json',
]

async function newestIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const inside = await Promise.all((await readdir(path)).map((name) => newestIn(join(path, name))))
  return Math.max(found.mtimeMs, ...inside)
}

/** Whether `dist/` is missing or older than its inputs. */
export async function isBuildStale(root: string): Promise<boolean> {
  // The build writes the service worker last, so its presence means that the build is complete.
  const built = await stat(join(root, 'dist/sw.js')).catch(() => null)
  if (!built) return true
  const sources = await Promise.all(SOURCES.map((name) => newestIn(join(root, name))))
  return Math.max(...sources) > built.mtimeMs
}

export class BuildError extends Error {}

/** Builds the app into `dist/` in a child process, so that the server does not keep the builder's memory. */
export async function buildDist(root: string, signal?: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  const [errorOutput, [code]] = await Promise.all([text(build.stderr), once(build, 'close')])
  if (code !== 0) throw new BuildError(`The app could not be built.\n${errorOutput}`)
}
