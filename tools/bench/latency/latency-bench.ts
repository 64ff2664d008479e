import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { openDatabase } from '#server/db/database.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { percentile } from '#tools/bench/support/statistics.ts'

/** Minimum interval between the hub's notifications, because a quiet fleet is measured. */
const PACE_MS = 300

/**
 * Measures response times for one user on a quiet server: cached lists of the vehicle catalog, a search among 2,000
 * vehicles, and the time until another tab is notified of a change (P-17). `--rounds 40`.
 */
export async function latencyBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '40' } } })
  const rounds = Number(values.rounds)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-latency-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), isApiOnly: true })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    await seedBenchBasics(db)
    const fleet = await makeBenchFleet(db, { id: 901, vehicles: 2000, histories: 2000 })
    const client = clientOf(server.url, {
      cookie: `authentication_token=${await openBenchSession(db, fleet)}`,
    })
    const timed = (path: string) => timesOf(rounds, async () => void (await client.get(path)))
    const reportFigure = (figure: string, share: number, times: number[], atMost: number) => {
      const value = percentile(times, share)
      report({ figure, value, unit: 'ms', goal: { atMost }, samples: times.length })
    }
    reportFigure('makes of a year, from memory, median', 0.5, await timed('/vehicles/years/2023/makes'), 20)
    reportFigure('one of 2,000 vehicles found, p95', 0.95, await timed('/vehicles?search=1999'), 150)
    const pushes = await pushTimes(server.url, client, fleet, rounds)
    reportFigure('change until another tab receives it, p95', 0.95, pushes, 250)
  } finally {
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the milliseconds of each round except the first, which fills the caches. */
async function timesOf(rounds: number, work: () => Promise<void>, pauseMs = 0): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i <= rounds; i++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
    await sleep(pauseMs)
  }
  return times.slice(1)
}

/** Measures the time from sending a history to the change notification of the same fleet. */
async function pushTimes(
  url: string,
  client: Client,
  fleet: { owner: { id: number }; vehicleIds: number[] },
  rounds: number,
): Promise<number[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/cable`)
  const next = () => new Promise((resolve) => socket.once('message', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ready = next()
  const { ticket } = (await client.post('/tickets', { purpose: 'push' })).body
  socket.send(JSON.stringify({ type: 'hello', user_id: fleet.owner.id, ticket }))
  await ready
  const [vehicle_id = 0] = fleet.vehicleIds
  try {
    return await timesOf(
      rounds,
      async () => {
        const heard = next()
        const { status } = await client.post(
          '/manual_maintenance_histories',
          aHistory({ vehicle_id }, 1),
          writeHeaders(),
        )
        if (status !== 201) throw new Error(`A history was answered ${status}.`)
        await heard
      },
      PACE_MS,
    )
  } finally {
    socket.terminate()
  }
}
