// Jobs that continue on another server when theirs stops in the middle.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { noJobs, openJobs, type Workers } from '#server/jobs/jobs.ts'
import { type LongRuns, stopLongJobs } from '#server/lifecycle/stop-long-jobs.ts'
import { transferRun } from '#server/modules/fmc/transfers/transfer-run.ts'
import { bulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import { vinDecoder } from '#server/modules/vehicles/bulk/vin-decoder.ts'
import { bulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'
import { fileOf, manyRows, upload } from '#tests/support/bulk-files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aCompany, transfer } from '#tests/support/transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ROWS = 60
/** Commits after which the first server stops. */
const COMMITS = 4
const CONTINUED_MS = 10_000

/** Job queue and long jobs of one server. */
function aServer(db: Database, logged: unknown[]) {
  const log = { error: (about: object) => void logged.push(about) }
  const jobs = openJobs(db, log)
  const { brands, vehicleCatalog, ports } = server.services
  const others = { notify: () => {}, announce: () => {}, startDueDates: () => {}, collectGarbage: () => {} }
  const mail = { mail: mailQueue(db, noJobs), brands, originOf: () => 'https://app.example' }
  const clock = () => new Date()
  const runs: LongRuns = {
    bulkRun: bulkRun({ ...others, db, log, decode: vinDecoder(vehicleCatalog), ports: mail, chunkRows: 10 }),
    transferRun: transferRun({ ...others, db, log, clock }),
    bulkActionsRun: bulkActionsRun({ db, log, clock, ports: { ...ports, announce: () => {} } }),
  }
  const workers = new Proxy({} as Workers, {
    get: (_, name) => {
      if (name === 'bulk-upsertion') return ({ id }: { id: string }) => runs.bulkRun.run(id)
      if (name === 'vehicle-transfer') return ({ id }: { id: string }) => runs.transferRun.run(id)
      return async () => {}
    },
  })
  return { jobs, workers, stopLong: () => stopLongJobs(jobs, runs) }
}

/** A database that calls `then` after its nth commit and waits for it. */
function after(db: Database, commits: number, then: () => Promise<void>): Database {
  let count = 0
  const counted = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result
    if (++count === commits) await then()
    return value
  }
  return {
    ...db,
    tenant: (fleetId, work) => counted(db.tenant(fleetId, work)),
    system: (work) => counted(db.system(work)),
  }
}

/** Starts a job on one server, stops that server in the middle, and starts another. @returns how to stop the other */
async function handOver(name: 'bulk-upsertion' | 'vehicle-transfer', id: string) {
  const logged: unknown[] = []
  const middle = Promise.withResolvers<void>()
  const [dbA, dbB] = [
    openDatabase(server.databaseUrl, { max: 4 }),
    openDatabase(server.databaseUrl, { max: 4 }),
  ]
  const watched = after(dbA, COMMITS, async () => {
    await a.stopLong()
    middle.resolve()
  })
  const a = aServer({ ...watched, executeSql: dbA.executeSql }, logged)
  const b = aServer(dbB, logged)
  await a.jobs.start()
  await dbA.system((tx) => a.jobs.enqueue(tx, name, { id }))
  await a.jobs.work(a.workers)
  await middle.promise
  await a.jobs.stop(5000)
  await b.jobs.start()
  await b.jobs.work(b.workers)
  return {
    logged,
    async stop() {
      await b.stopLong()
      await b.jobs.stop(5000)
      await Promise.all([dbA.close(), dbB.close()])
    },
  }
}

const openRows = async (id: string) => {
  const [row] = await server.db.query<{ open: number }>(
    sql`select count(*)::int as open from vehicle_transfer_rows where transfer_id = ${id} and state = 'waiting'`,
  )
  return row?.open
}

it('another server continues a bulk upload whose server stops in the middle', async () => {
  const fleet = await server.build.fleet()
  const client = await server.as(await server.build.user(fleet))
  const { id } = (await upload(client, fileOf(manyRows(ROWS, 1)))).body
  const other = await handOver('bulk-upsertion', id)
  const upsertion = async () => (await client.get(`/vehicles/bulk_upsertions/${id}`)).body
  expect(await upsertion()).toMatchObject({ status: 'running' })
  await expect
    .poll(upsertion, { timeout: CONTINUED_MS })
    .toMatchObject({ status: 'completed', rows_done: ROWS })
  expect(other.logged).toEqual([])
  await other.stop()
})

it('another server continues a transfer whose server stops in the middle', async () => {
  const company = await aCompany(server)
  const vehicles = await Promise.all(Array.from({ length: 30 }, () => server.build.vehicle(company.old)))
  const { body } = await transfer(company.fmc, { vehicles, from: company.old, to: company.destination })
  const other = await handOver('vehicle-transfer', body.id)
  expect(await openRows(body.id)).toBeGreaterThan(0)
  await expect.poll(() => openRows(body.id), { timeout: CONTINUED_MS }).toBe(0)
  expect(other.logged).toEqual([])
  await other.stop()
})
