import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#server/db/embedded/processes.ts'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
/** Time for a server to stop its PostgreSQL; browsers need none. */
const GRACE_MS = 10_000

/**
 * Ends all descendants of this process when it receives a signal: servers are asked to stop, and the rest is killed
 * after a grace period. Without it, an aborted run leaves browsers behind in separate process groups.
 */
export function endOnSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => void end(code))
  }
  // Covers every way this process ends, also Playwright, which exits at once when interrupted.
  process.once('exit', () => {
    for (const { pid, parent } of descendants()) if (parent === process.pid) signalProcess(pid, 'SIGTERM')
  })
}

async function end(code: number): Promise<never> {
  const seen = new Set<number>()
  const deadline = Date.now() + GRACE_MS
  for (let stopping = new Set<number>(); Date.now() < deadline; ) {
    // The run continues meanwhile, and may start more processes.
    for (const { pid, parent } of descendants()) {
      seen.add(pid)
      if (parent !== process.pid || stopping.has(pid)) continue
      stopping = stopping.add(pid)
      signalProcess(pid, 'SIGTERM')
    }
    if (![...seen].some(isAlive)) break
    await sleep(200)
  }
  for (const pid of [...seen, ...descendants().map(({ pid }) => pid)]) signalProcess(pid, 'SIGKILL')
  process.exit(code)
}

function signalProcess(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // Already exited.
  }
}

/** Lists all descendants of this process. */
function descendants(): { pid: number; parent: number }[] {
  const { stdout, pid: ps } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }))
  const found: typeof all = []
  const family = new Set([process.pid])
  for (let grew = true; grew; ) {
    const next = all.filter(({ pid, parent }) => family.has(parent) && !family.has(pid) && pid !== ps)
    for (const child of next) family.add(child.pid)
    found.push(...next)
    grew = next.length > 0
  }
  return found
}
