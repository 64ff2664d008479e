import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** The kernel's clock rate, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100

/** Peak resident memory of a process since `resetPeakMemory`, in MB. */
export const peakMemoryOf = (pid: number | undefined) => memoryLine(pid, 'VmHWM')
/** Current resident memory of a process, in MB. */
export const memoryOf = (pid: number | undefined) => memoryLine(pid, 'VmRSS')

/** Resets the kernel's peak. */
export const resetPeakMemory = (pid: number | undefined) => writeFile(`/proc/${pid}/clear_refs`, '5')

async function memoryLine(pid: number | undefined, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** CPU seconds of a process, independent of other load on the machine. */
export async function cpuSecondsOf(pid: number | undefined): Promise<number> {
  const { own } = await timesOf(pid)
  return own
}

/** CPU seconds of all PostgreSQL processes, including ended ones. */
export async function databaseCpuSeconds(db: Database): Promise<number> {
  const [backend] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const postmaster = (await timesOf(backend?.pid)).parent
  let seconds = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const { own, ended, parent } = await timesOf(Number(name))
    if (Number(name) === postmaster) seconds += own + ended
    else if (parent === postmaster) seconds += own
  }
  return seconds
}

async function timesOf(pid: number | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before the fields may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return {
    parent,
    own: (user + system) / TICKS_PER_SECOND,
    ended: (endedUser + endedSystem) / TICKS_PER_SECOND,
  }
}
