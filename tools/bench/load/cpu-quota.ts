import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#server/db/embedded/processes.ts'
import { treeOf } from './processes.ts'

/** Groups of processes with a limit of CPU time, of cgroups version 1. */
const GROUPS = '/sys/fs/cgroup/cpu'
/** Short, so that a process that has used up its share waits for a few milliseconds at a time. */
const PERIOD_US = 10_000
const REMOVE_ATTEMPTS = 50
/** Name of a group: the run's process, and the part. */
const nameOf = (pid: number, part: string) => `wheelbook-load-${pid}-${part}`
const NAME = /^wheelbook-load-(\d+)-/

/** Weight against the machine's other work (1,024 each), so that the other work waits, not the measurement. */
const WEIGHT = 4096

/** Limits processes to a share of a core, so that several "machines" fit on one. */
export interface CpuQuota {
  /** Adds a process and its descendants. Later descendants belong to it automatically. */
  add(pid: number): void
  /** Removes the group once its processes have ended. */
  remove(): Promise<void>
}

/** Creates a quota, or returns null where that is not possible: it takes root and cgroups version 1. */
export function createCpuQuota(name: string, cores: number, weight = WEIGHT): CpuQuota | null {
  const folder = join(GROUPS, nameOf(process.pid, name))
  try {
    removeAbandoned()
    mkdirSync(folder)
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(cores * PERIOD_US)))
    writeFileSync(join(folder, 'cpu.shares'), String(weight))
  } catch {
    return null
  }
  const removeAtExit = () => removeNow(folder)
  process.once('exit', removeAtExit)
  return {
    add(pid) {
      for (const { pid: each } of treeOf(pid)) {
        try {
          writeFileSync(join(folder, 'cgroup.procs'), String(each))
        } catch (error) {
          // It has ended meanwhile.
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
        }
      }
    },
    async remove() {
      for (let attempt = 1; ; attempt++) {
        try {
          rmdirSync(folder)
          process.off('exit', removeAtExit)
          return
        } catch (error) {
          // Processes leave the group a moment after their parent has noticed their end.
          if (attempt === REMOVE_ATTEMPTS) throw error
          await sleep(100)
        }
      }
    },
  }
}

/** Removes a group at once, for the end of an aborted run. Processes that have not ended yet return to the group above. */
function removeNow(folder: string): void {
  try {
    for (const pid of readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)) {
      try {
        writeFileSync(join(GROUPS, 'cgroup.procs'), pid)
      } catch {
        // It has ended meanwhile.
      }
    }
    rmdirSync(folder)
  } catch {
    // The next run removes it.
  }
}

/** Removes the groups of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(GROUPS)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) removeNow(join(GROUPS, name))
  }
}
