import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { noJobs } from '#server/jobs/jobs.ts'
import { bulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import { vinDecoder } from '#server/modules/vehicles/bulk/vin-decoder.ts'
import { fileOf, manyRows, upload } from '#tests/support/bulk-files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const SEEDS = Number(process.env.SEEDS ?? 5)
const ROWS = 60
const CHUNK_ROWS = 10

class Killed extends Error {}

/** A database whose process is killed at its nth transaction, before its commit or right after it. */
function dying(db: Database, at: number, isAfterCommit: boolean): Database {
  let count = 0
  const once = async <T>(
    run: (work: (tx: never) => Promise<T>) => Promise<T>,
    work: (tx: never) => Promise<T>,
  ) => {
    const isLast = ++count === at
    const result = await run(async (tx) => {
      const done = await work(tx)
      if (isLast && !isAfterCommit) throw new Killed()
      return done
    })
    if (isLast) throw new Killed()
    return result
  }
  return {
    ...db,
    tenant: (fleetId, work) => once((w) => db.tenant(fleetId, w as never), work as never) as never,
    system: (work) => once((w) => db.system(w as never), work as never) as never,
  }
}

function runnerOn(db: Database, messages: BulkUpsertion[]) {
  const { brands, vehicleCatalog } = server.services
  const mail = mailQueue(db, noJobs)
  return bulkRun({
    db,
    decode: vinDecoder(vehicleCatalog),
    ports: { mail, brands, originOf: () => 'https://app.example' },
    notify: (_to, message) => message.type === 'bulk_upsertion' && messages.push(message.bulk_upsertion),
    announce: () => {},
    startDueDates: () => {},
    collectGarbage: () => {},
    log: { error: () => {} },
    chunkRows: CHUNK_ROWS,
  })
}

/** A file with rows of every kind, different for each seed, and a fleet that has some of the vehicles. */
async function aStart(seed: number) {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const client = await server.as(user)
  const rows = manyRows(ROWS, seed * 1000).map((row, i) => {
    const kind = (i * 7 + seed * 3) % 10
    if (kind === 0) return { ...row, vin: '' }
    if (kind === 1) return { ...row, odometer: 1 + ((seed * 31 + i) % 4000) }
    if (kind === 2) return { ...row, vin: String(manyRows(1, seed * 1000 + i - (i % 5))[0]?.vin) }
    return row
  })
  const known = await server.build.vehicle(fleet, { name: 'Known' })
  const knownVin = rows.find(({ vin }, i) => i > 12 && vin !== '')?.vin ?? ''
  await server.db.query(sql`update vehicles set vin = ${knownVin}, odometer = 9000 where id = ${known.id}`)
  await server.db.query(sql`insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
    values (${fleet.id}, ${known.id}, 9000, 'mi', current_date - 3, 'driver')`)
  return { fleet, user, id: (await upload(client, fileOf(rows))).body.id as string }
}

/** All results of an upload, without what differs from run to run. */
async function outcome({ fleet, user, id }: Awaited<ReturnType<typeof aStart>>) {
  const of = async (query: ReturnType<typeof sql>) => server.db.query(query)
  return {
    upload:
      await of(sql`select status, rows_total, rows_done, created, updated, unchanged, refused, warned, problem
      from bulk_upsertions where id = ${id}`),
    vehicles: await of(sql`select vin, year, make, model, license_plate_number, name_of_vehicle, odometer, rev
      from vehicles where fleet_id = ${fleet.id} order by vin`),
    readings: await of(sql`select v.vin, r.value, r.is_doubtful, r.source from odometer_readings r
      join vehicles v on v.id = r.vehicle_id where r.fleet_id = ${fleet.id} order by 1, 2`),
    rows: await of(sql`select row_number, is_refused, cells, notes from bulk_upsertion_rows where upsertion_id = ${id}
      order by 1`),
    parts: await of(sql`select 1 from bulk_upsertion_parts where upsertion_id = ${id}`),
    mails: await of(sql`select replace(text, ${`${id}&fleet=${fleet.id}`}, '') as text from mails
      where recipient = ${user.email}`),
  }
}

it(`a bulk upload resumes after a crash at any moment with the same result as without one, ${SEEDS} files (R-10)`, {
  timeout: SEEDS * 60_000,
}, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const whole = await aStart(seed)
    await runnerOn(server.db, []).run(whole.id)
    const wanted = await outcome(whole)
    expect(wanted.upload).toMatchObject([{ status: 'completed_with_errors', rows_done: ROWS }])
    expect(wanted.mails).toHaveLength(1)
    // Six chunks and the end, killed one after another, each before and after its commit, in one upload.
    const killed = await aStart(seed)
    let kills = 0
    for (let turn = 0; turn < 40; turn++) {
      const end = await runnerOn(dying(server.db, 1, turn % 2 === 1), [])
        .run(killed.id)
        .catch((error: unknown) => error)
      if (end instanceof Killed) kills++
    }
    expect(kills).toBe(2 * (ROWS / CHUNK_ROWS + 1))
    expect(await outcome(killed)).toEqual(wanted)
  }
})

it('is processed once by two servers that start at the same time, or by both in turns (R-10)', async () => {
  const first = await aStart(90)
  await runnerOn(server.db, []).run(first.id)
  const both = await aStart(90)
  const db = openDatabase(server.databaseUrl, { max: 4 })
  await Promise.all([runnerOn(server.db, []).run(both.id), runnerOn(db, []).run(both.id)])
  await db.close()
  expect(await outcome(both)).toEqual(await outcome(first))
})

it('gives up an upload without progress, reports it, and lets the fleet send another', async () => {
  const { id, user } = await aStart(91)
  const client = await server.as(user)
  for (let turn = 0; turn < 5; turn++)
    await runnerOn({ ...server.db, tenant: () => Promise.reject(new Error('disk')) }, [])
      .run(id)
      .catch(() => {})
  expect((await client.get(`/vehicles/bulk_upsertions/${id}`)).body).toMatchObject({
    status: 'errored',
    problem: 'internal',
  })
  expect((await upload(client, fileOf(manyRows(1, 5)))).status).toBe(202)
  expect(await server.db.query(sql`select 1 from mails where recipient = ${user.email}`)).toHaveLength(1)
})

it('gives up an upload whose attempts kill the process', async () => {
  const { id, user } = await aStart(92)
  // Such an attempt is begun and leaves nothing else.
  await server.db.query(sql`update bulk_upsertions set attempts = 5 where id = ${id}`)
  await runnerOn(server.db, []).run(id)
  expect((await (await server.as(user)).get(`/vehicles/bulk_upsertions/${id}`)).body).toMatchObject({
    status: 'errored',
    problem: 'internal',
  })
})

it.each([
  ['loses the role', sql`update users set roles = '{Driver}'`, 1],
  ['leaves the fleet', sql`update users set fleet_id = null`, 1],
  ['is deactivated', sql`update users set is_active = false`, 0],
])('ends before the next chunk when its user %s, and emails only active users', async (_, change, mails) => {
  const { id, user, fleet } = await aStart(93)
  let chunks = 0
  const db: Database = {
    ...server.db,
    async tenant(fleetId, work) {
      const result = await server.db.tenant(fleetId, work)
      if (++chunks === 2) await server.db.query(sql`${change} where id = ${user.id}`)
      return result
    },
  }
  await runnerOn(db, []).run(id)
  const ended = await outcome({ fleet, user, id })
  expect(ended.upload).toMatchObject([
    { status: 'errored', problem: 'not_allowed', rows_done: 2 * CHUNK_ROWS },
  ])
  expect([ended.parts, ended.mails]).toMatchObject([{ length: 0 }, { length: mails }])
})
