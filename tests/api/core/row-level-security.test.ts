import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aWorld } from './samples.ts'

let server: TestServer
let one: Awaited<ReturnType<typeof aWorld>>
let other: Awaited<ReturnType<typeof aWorld>>
/** Every table with a fleet_id but those that are read before the fleet is known: who signs in, and as whom. */
const BEFORE_SIGN_IN = ['sessions', 'users']
let tables: string[]

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service()
  one = await aWorld(server, service.id)
  other = await aWorld(server, service.id)
  for (const world of [one, other]) {
    await world.assigned.history()
    await world.assigned.paper()
  }
  const rows = await server.db.query<{ table_name: string }>(sql`
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'fleet_id' and t.table_type = 'BASE TABLE' order by 1`)
  tables = rows.map((row) => row.table_name).filter((name) => !BEFORE_SIGN_IN.includes(name))
})
afterAll(() => server.stop())

const query = (text: string, values: unknown[] = []) => ({ text, values })

describe('row-level security, the layer behind the queries (S-3)', () => {
  it('is on for every table that belongs to fleets, and the role of calls owns none of them', async () => {
    const states = await server.db.query<{ relname: string; isOn: boolean }>(
      query(
        `select relname, relrowsecurity and relowner <> 'wheelbook_app'::regrole as "isOn" from pg_class where relname = any($1)`,
        [tables],
      ),
    )
    expect(tables.length).toBeGreaterThanOrEqual(15)
    expect(states.filter((state) => !state.isOn)).toEqual([])
  })

  it('shows a transaction without any WHERE the rows of its own fleet only', async () => {
    const filled: string[] = []
    for (const table of tables) {
      const fleets = await server.db.tenant(one.fleet.id, (tx) =>
        tx.query<{ fleet_id: number }>(query(`select distinct fleet_id from ${table}`)),
      )
      expect(
        fleets.filter((row) => row.fleet_id !== one.fleet.id),
        table,
      ).toEqual([])
      if (fleets.length > 0) filled.push(table)
    }
    expect(filled).toEqual(
      expect.arrayContaining(['vehicles', 'manual_maintenance_histories', 'documents', 'sync_changes']),
    )
  })

  it('lets no row of another fleet be changed, deleted, or made', async () => {
    const attempts = [
      query('update vehicles set name_of_vehicle = $1 where fleet_id = $2', ['Taken', other.fleet.id]),
      query('delete from manual_maintenance_histories where fleet_id = $1', [other.fleet.id]),
    ]
    for (const attempt of attempts)
      await server.db.tenant(one.fleet.id, (tx) =>
        tx
          .query({ ...attempt, text: `${attempt.text} returning 1` })
          .then((rows) => expect(rows).toEqual([])),
      )
    await expect(
      server.db.tenant(one.fleet.id, (tx) =>
        tx.query(
          query(`insert into vehicles (fleet_id, odometer_units) values ($1, 'mi')`, [other.fleet.id]),
        ),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('shows a transaction without a fleet nothing at all', async () => {
    const rows = await server.db.system(async (tx) => {
      await tx.query(query(`select set_config('role', 'wheelbook_app', true)`))
      return tx.query(query('select 1 from vehicles'))
    })
    expect(rows).toEqual([])
  })

  it('keeps the passwords and sessions of everyone from a fleet’s transactions', async () => {
    for (const table of ['sessions', 'devices', 'otp_challenges', 'mails', 'attempts'])
      await expect(
        server.db.tenant(one.fleet.id, (tx) => tx.query(query(`select 1 from ${table}`))),
        table,
      ).rejects.toThrow(/permission denied/)
  })
})
