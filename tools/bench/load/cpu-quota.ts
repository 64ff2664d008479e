import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeOf } from './processes.ts'

/** Groups of processes with a limit of CPU time, of cgroups version 1. */
const GROUPS = '/sys/fs/cgroup/cpu'
/** Short, so that a process that has used up its share waits for a few milliseconds at a time. */
const PERIOD_US = 10_000
const REMOVE_ATTEMPTS = 50

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
  const folder = join(GROUPS, `wheelbook-load-${process.pid}-${name}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(cores * PERIOD_US)))
    writeFileSync(join(folder, 'cpu.shares'), String(weight))
  } catch {
    return null
  }
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
          return rmdirSync(folder)
        } catch (error) {
          // Processes leave the group a moment after their parent has noticed their end.
          if (attempt === REMOVE_ATTEMPTS) throw error
          await sleep(100)
        }
      }
    },
  }
}
