import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the built app is made from. */
const SOURCES = [
  'src',
  'sw',
  'contract',
  'brands',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

async function newestIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const inside = await Promise.all((await readdir(path)).map((name) => newestIn(join(path, name))))
  return Math.max(found.mtimeMs, ...inside)
}

/** Whether `dist/` is missing or older than what it is made from. */
export async function isBuildStale(root: string): Promise<boolean> {
  const built = await stat(join(root, 'dist/index.html')).catch(() => null)
  if (!built) return true
  const sources = await Promise.all(SOURCES.map((name) => newestIn(join(root, name))))
  return Math.max(...sources) > built.mtimeMs
}

/** Builds the app into `dist/`, in a process of its own: the builder's memory does not stay with the server. */
export async function buildDist(root: string): Promise<void> {
  const { execFile } = await import('node:child_process')
  const { promisify } = await import('node:util')
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
    },
  )
}
