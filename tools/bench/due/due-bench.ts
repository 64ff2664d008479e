import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { dueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { percentile } from '#tools/bench/support/statistics.ts'

const FLEET = 2000
const HISTORIES_EACH = 5
const WRITES = 300

/**
 * Measures due dates: `vehicles.refresh` after each write to a vehicle, and the nightly run over all vehicles, each of
 * which changed with the calendar. `--vehicles 100000` creates fleets of 2,000 up to this total (default 4,000).
 */
export async function dueBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({ args, options: { vehicles: { type: 'string', default: '4000' } } })
  const reportFigure = (figure: string, value: number, unit: string, samples: number) =>
    report({ figure, value, unit, goal: null, samples })
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-due-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), isApiOnly: true })
  const db = openDatabase(server.databaseUrl, { max: 2 })
  try {
    await seedBenchBasics(db)
    const ids: { fleetId: number; vehicleId: number }[] = []
    for (let id = 901; ids.length < Number(values.vehicles); id++) {
      const vehicles = Math.min(FLEET, Number(values.vehicles) - ids.length)
      const made = await makeBenchFleet(db, { id, vehicles, histories: vehicles * HISTORIES_EACH })
      ids.push(...made.vehicleIds.map((vehicleId) => ({ fleetId: id, vehicleId })))
    }
    const log = { error: (about: object, message: string) => console.error(message, about) }
    const nightly = dueDates({ db, log, announce: () => {} })

    const writes: number[] = []
    const today = new Date().toISOString().slice(0, 10)
    for (let n = 0; n < WRITES; n++) {
      const of = ids[(n * 7919) % ids.length]
      if (!of) continue
      await db.tenant(of.fleetId, async (tx) => {
        const startedAt = performance.now()
        await refreshVehicle(tx, of.fleetId, of.vehicleId, today)
        writes.push(performance.now() - startedAt)
      })
    }
    reportFigure('refreshVehicle after a write, p50', percentile(writes, 0.5), 'ms', writes.length)
    reportFigure('refreshVehicle after a write, p95', percentile(writes, 0.95), 'ms', writes.length)

    await db.query(sql`update vehicle_schedules set computed_on = null`)
    const startedAt = performance.now()
    const count = await nightly.refreshAll(new Date(Date.now() + 86_400_000))
    const seconds = (performance.now() - startedAt) / 1000
    reportFigure('nightly run', seconds, 's', count)
    reportFigure('the same for 100,000 vehicles at that rate', (seconds / count) * 100_000, 's', count)
  } finally {
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}
