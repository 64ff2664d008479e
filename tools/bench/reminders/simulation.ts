import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'
import { dayAfter, endOf, expectedOf } from './reference.ts'
import { ACTION_HOUR_UTC, randomFrom, type Scale, scriptOf } from './script.ts'
import type { Tick } from './sim-server.ts'
import { makeWorld } from './sim-world.ts'
import { type Verdict, verdictOn } from './verdict.ts'

const HOUR = 3_600_000
/** UTC hour at which every zone of the script has started its day, before the morning. */
const STARTS_AT = 8
/** Time within which the other server takes over the mails of a killed one. */
const DRAIN_MS = 90_000

export interface SimulationOptions extends Scale {
  kills: number
  databaseUrl: string
  /** Called occasionally with the current day. */
  onDay?: (day: string) => void
}

/**
 * Runs two servers through a script on one database, tick by tick, and kills one of them repeatedly while there is
 * something to send. Then compares what arrived with the reference.
 */
export async function simulate(options: SimulationOptions): Promise<Verdict> {
  const { from, days, seed, kills, databaseUrl } = options
  const script = scriptOf(options)
  const { expected, done } = expectedOf(script, from, days)
  const db = openDatabase(databaseUrl, { max: 4 })
  const world = await makeWorld(db, script, from, done)
  const sink = new SmtpSink()
  const smtp = await sink.listen()
  const servers = await Promise.all([startServer(databaseUrl, smtp), startServer(databaseUrl, smtp)])
  const random = randomFrom(seed + 1)
  const moments = killMoments(
    expected.map((one) => one.at),
    kills,
    random,
  )
  let killed = 0
  try {
    const start = Date.parse(from) + STARTS_AT * HOUR
    for (let now = start; now <= endOf(from, days); now += HOUR) {
      const at = new Date(now)
      const hour = at.getUTCHours()
      const day = at.toISOString().slice(0, 10)
      if (hour === ACTION_HOUR_UTC) await world.act(day)
      if (hour === STARTS_AT) options.onDay?.(day)
      // Twice, so that an interrupted night is repeated before the first morning.
      const tick = { now: at.toISOString(), night: hour === STARTS_AT || hour === STARTS_AT + 1 }
      const ticking = servers.map((server) => server.tick(tick))
      if (moments.has(now) && killed < kills) {
        const victim = Math.floor(random() * servers.length)
        await sleep(random() * 40)
        servers[victim]?.child.kill('SIGKILL')
        killed++
        await Promise.all(ticking)
        servers[victim] = await startServer(databaseUrl, smtp)
        // The remaining server completes what the other one started.
        await Promise.all(servers.map((server) => server.tick({ ...tick, night: tick.night })))
      } else await Promise.all(ticking)
    }
    for (const end = Date.now() + DRAIN_MS; Date.now() < end; await sleep(250)) {
      const [open] = await db.query(sql`select 1 from mails where sent_at is null limit 1`)
      if (!open) break
    }
    return await verdictOn(db, expected, sink.mails, killed)
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    sink.server.close()
    await db.close()
  }
}

/** Selects ticks with something to send, spread over the whole period. */
function killMoments(times: readonly number[], kills: number, random: () => number): Set<number> {
  const distinct = [...new Set(times.map((time) => Math.ceil(time / HOUR) * HOUR))].sort((a, b) => a - b)
  const each = distinct.length / Math.max(kills, 1)
  return new Set(Array.from({ length: kills }, (_, n) => distinct[Math.floor((n + random()) * each)] ?? 0))
}

async function startServer(databaseUrl: string, smtp: string) {
  const child = fork(join(import.meta.dirname, 'sim-server.ts'), [databaseUrl, smtp], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  })
  await nextMessage(child)
  return {
    child,
    /** Resolves when its work is done, or when it dies. */
    async tick(tick: Tick): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.send(tick, () => {})
      if ((await nextMessage(child)) === 'failed') throw new Error('A server of the simulation failed.')
    },
  }
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (value: unknown) => {
      child.off('message', settle)
      child.off('exit', settle)
      resolve(value)
    }
    child.on('message', settle)
    child.on('exit', settle)
  })
}

export const DST_DAYS = ['2026-03-08', '2026-11-01'] as const
/** Returns the start of a period of days around a day. */
export const around = (day: string, days: number) => dayAfter(day, -Math.floor(days / 2))
