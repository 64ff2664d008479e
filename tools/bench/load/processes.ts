import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second of the times in `/proc`, on every Linux that Node runs on. */
const TICKS = 100

interface ProcessTimes {
  pid: number
  parent: number
  /** Own time, and that of children that ended, in seconds. */
  seconds: number
}

/** Returns the CPU time in seconds that a process and all its descendants have used, ended ones included. */
export function cpuSecondsOf(pid: number): number {
  return treeOf(pid).reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Returns a process and all its descendants. */
export function treeOf(pid: number): ProcessTimes[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? timesOf(Number(name)) : []))
  const family = new Set([pid])
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const one of all) if (family.has(one.parent)) family.add(one.pid)
  }
  return all.filter((one) => family.has(one.pid))
}

function timesOf(pid: number): ProcessTimes[] {
  try {
    // The name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    return [{ pid, parent, seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS }]
  } catch {
    // It has ended.
    return []
  }
}

/** Returns the seconds for which the machine's cores were busy since its start, with the work of others. */
export function machineBusySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS
}
