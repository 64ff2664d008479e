import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const retainedFiles = 8

async function logFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'log')).catch(() => [])
  // File names contain the time, so sorting by name sorts by time.
  return names.filter((name) => name.endsWith('.log')).sort()
}

/** Returns the last lines that PostgreSQL logged since `sinceMs`, which explain a failed start. */
export async function recentLog(folder: string, sinceMs: number): Promise<string> {
  const newest = (await logFiles(folder)).at(-1)
  if (!newest) return ''
  const path = join(folder, 'log', newest)
  if ((await stat(path)).mtimeMs < sinceMs) return ''
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return lines
    .filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line))
    .slice(-5)
    .join('\n')
}

/** Deletes all but the newest log files. PostgreSQL starts a new file each day and every 10 MB, and deletes none. */
export async function pruneServerLog(folder: string) {
  const files = await logFiles(folder)
  for (const name of files.slice(0, -retainedFiles)) await rm(join(folder, 'log', name), { force: true })
}
