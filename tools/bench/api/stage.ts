import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { hashToken } from '#server/modules/access/session/tokens.ts'
import { type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import type { RecordedContext } from './recording.ts'
import { type BenchRoute, type BenchVehicle, historyBody } from './routes.ts'

const VEHICLES = 2000

/** Data of the fleet that the load needs. */
export interface Stage {
  token: string
  vehicles: BenchVehicle[]
  today: string
}

/** Fills the database of a running server with a fleet of 2,000 vehicles and a session of its owner. */
export async function makeStage(server: ProductionServer): Promise<Stage> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    await seedBenchBasics(db)
    const fleet = await makeBenchFleet(db, { id: 901, vehicles: VEHICLES, histories: 10_000 })
    const vehicles = await db.query<BenchVehicle>(
      sql`select id, odometer from vehicles where fleet_id = ${fleet.id} order by id`,
    )
    const [{ today = '' } = {}] = await db.query<{ today: string }>(
      sql`select (now() at time zone time_zone)::date::text as today from fleets where id = ${fleet.id}`,
    )
    return { token: await openBenchSession(db, fleet), vehicles, today }
  } finally {
    await db.close()
  }
}

/**
 * Sends each route one request on a server that records its SQL, and returns these requests' values. This is a separate
 * server, because recording would slow the measured one.
 */
export async function recordRoutes(
  dataFolder: string,
  recording: string,
  routes: readonly BenchRoute[],
  { token, vehicles, today }: Stage,
): Promise<{ route: BenchRoute; recorded: RecordedContext }[]> {
  const server = await startProductionServer({
    dataFolder,
    env: { RECORD_SQL_TO: recording },
    nodeOptions: ['--import', new URL('record-sql.ts', import.meta.url).href],
  })
  try {
    const recorded: { route: BenchRoute; recorded: RecordedContext }[] = []
    for (const [i, route] of routes.entries()) {
      const key = randomUUID()
      const vehicle = vehicles[i]
      if (!vehicle) throw new RangeError('No vehicles')
      const body = route.method === 'POST' ? historyBody(vehicle, today) : undefined
      const response = await fetch(server.url + route.path + route.query, {
        method: route.method,
        headers: {
          authorization: `Bearer ${token}`,
          'app-name': 'wheelbook',
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (response.status !== route.status)
        throw new Error(`${route.name} answered ${response.status}: ${await response.text()}`)
      recorded.push({ route, recorded: { tokenHash: hashToken(token), key, ...body } })
    }
    return recorded
  } finally {
    await server.stop()
  }
}
