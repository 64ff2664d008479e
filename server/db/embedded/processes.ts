import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Process = { pid: number; command: string[] }

const readOrNull = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const ps = (...args: string[]) => {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

const answersSignalZero = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns when a process started, in the system's unit, or null when it does not run (a zombie does not). Together with
 * the pid it distinguishes a process from a later one with the same pid.
 */
export function startTimeOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = readOrNull(`/proc/${pid}/stat`)
    // The name in brackets may contain anything, so fields are counted after it: field 3 is the state, 22 the start.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return !fields || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  }
  if (process.platform === 'win32') return answersSignalZero(pid) ? '' : null
  return ps('-o', 'lstart=', '-p', String(pid)) || null
}

export const isAlive = (pid: number) => startTimeOf(pid) !== null

/** Lists every visible process with its command line: argv on Linux, words elsewhere, empty on Windows. */
export function listProcesses(): Process[] {
  if (process.platform === 'win32') return []
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), command: commandOf(Number(name)) }))
  }
  return ps('-A', '-o', 'pid=,command=')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ...command]) => ({ pid: Number(pid), command }))
}

/** Returns the command line of a process, empty when it does not run. World-readable, unlike /proc/…/cwd and exe. */
export function commandOf(pid: number): string[] {
  if (process.platform === 'linux')
    return (readOrNull(`/proc/${pid}/cmdline`) ?? '').split('\0').filter(Boolean)
  return ps('-o', 'command=', '-p', String(pid)).split(/\s+/).filter(Boolean)
}

/** Returns the parent of a process. Null: it does not run. */
export function parentOf(pid: number): number | null {
  if (process.platform === 'linux') {
    const stat = readOrNull(`/proc/${pid}/stat`)
    return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  }
  return Number(ps('-o', 'ppid=', '-p', String(pid))) || null
}

/** Returns true once none of the processes runs, false when `timeoutMs` passes first. */
export async function waitUntilGone(pids: number[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) return false
    await sleep(10)
  }
  return true
}

/** Sends a signal to processes, some of which may have exited. */
export function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
