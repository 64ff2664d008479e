import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#server/db/embedded/processes.ts'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
/** A server gets this long to stop its PostgreSQL; browsers need no time. */
const GRACE_MS = 10_000

/**
 * Ends everything that this process has started when it is told to end: servers are asked to stop, and what is left
 * after a grace period is killed. Without it a run that is broken off leaves browsers behind in groups of their own.
 */
export function endOnSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => void end(code))
  }
  // Whatever ends this process, also Playwright, which leaves at once when it is interrupted.
  process.once('exit', () => {
    for (const { pid, parent } of descendants()) if (parent === process.pid) tell(pid, 'SIGTERM')
  })
}

async function end(code: number): Promise<never> {
  const seen = new Set<number>()
  const deadline = Date.now() + GRACE_MS
  for (let asked = new Set<number>(); Date.now() < deadline; ) {
    // The run goes on meanwhile, and may start some anew.
    for (const { pid, parent } of descendants()) {
      seen.add(pid)
      if (parent !== process.pid || asked.has(pid)) continue
      asked = asked.add(pid)
      tell(pid, 'SIGTERM')
    }
    if (![...seen].some(isAlive)) break
    await sleep(200)
  }
  for (const pid of [...seen, ...descendants().map(({ pid }) => pid)]) tell(pid, 'SIGKILL')
  process.exit(code)
}

function tell(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

/** Everything that descends from this process. */
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
    for (const one of next) family.add(one.pid)
    found.push(...next)
    grew = next.length > 0
  }
  return found
}
