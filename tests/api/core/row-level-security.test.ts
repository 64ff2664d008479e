import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aWorld } from './samples.ts'

let server: TestServer
let fixture: Awaited<ReturnType<typeof aWorld>>
let other: Awaited<ReturnType<typeof aWorld>>
/** Tables with a fleet_id that calls may not read at all, or (users) not by fleet alone. */
const BEFORE_SIGN_IN = ['sessions', 'users']
/** Tables that belong to no fleet and that every call may read. */
const SHARED = [
  'affiliations',
  'agreed_prices',
  'migrations',
  'network_prices',
  'promotions',
  'server_meta',
  'service_definitions',
  'service_demand',
  'shop_company_settings',
  'shops',
]
let tables: string[]

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service()
  fixture = await aWorld(server, service.id)
  other = await aWorld(server, service.id)
  for (const world of [fixture, other]) {
    await world.assigned.history()
    await world.assigned.gloveboxItem()
  }
  const rows = await server.db.query<{ table_name: string }>(sql`
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'fleet_id' and t.table_type = 'BASE TABLE' order by 1`)
  tables = rows.map((row) => row.table_name).filter((name) => !BEFORE_SIGN_IN.includes(name))
})
afterAll(() => server.stop())

const query = (text: string, values: unknown[] = []) => ({ text, values })

describe('row-level security, the layer below the queries (S-3)', () => {
  it('is on for every table that belongs to fleets, and the application role owns none of them', async () => {
    const states = await server.db.query<{ relname: string; isOn: boolean }>(
      query(
        `select relname, relrowsecurity and relowner <> 'wheelbook_app'::regrole as "isOn" from pg_class where relname = any($1)`,
        [tables],
      ),
    )
    expect(tables.length).toBeGreaterThanOrEqual(15)
    expect(states.filter((state) => !state.isOn)).toEqual([])
  })

  it('shows a transaction without any WHERE only the rows of its own fleet', async () => {
    const filled: string[] = []
    for (const table of tables) {
      const fleets = await server.db.tenant(fixture.fleet.id, (tx) =>
        tx.query<{ fleet_id: number }>(query(`select distinct fleet_id from ${table}`)),
      )
      expect(
        fleets.filter((row) => row.fleet_id !== fixture.fleet.id),
        table,
      ).toEqual([])
      if (fleets.length > 0) filled.push(table)
    }
    expect(filled).toEqual(
      expect.arrayContaining(['vehicles', 'manual_maintenance_histories', 'documents', 'sync_changes']),
    )
  })

  it('lets no row of another fleet be changed, deleted, or created', async () => {
    const attempts = [
      query('update vehicles set name_of_vehicle = $1 where fleet_id = $2', ['Taken', other.fleet.id]),
      query('delete from manual_maintenance_histories where fleet_id = $1', [other.fleet.id]),
    ]
    for (const attempt of attempts)
      await server.db.tenant(fixture.fleet.id, (tx) =>
        tx
          .query({ ...attempt, text: `${attempt.text} returning 1` })
          .then((rows) => expect(rows).toEqual([])),
      )
    await expect(
      server.db.tenant(fixture.fleet.id, (tx) =>
        tx.query(
          query(`insert into vehicles (fleet_id, odometer_units) values ($1, 'mi')`, [other.fleet.id]),
        ),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  /** Tables that neither a policy nor a missing privilege protects. */
  const unprotected = () =>
    server.db.query<{ relname: string }>(
      query(
        `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and c.relname <> all($1) and has_table_privilege('wheelbook_app', c.oid, 'select, insert, update, delete')
           and (not c.relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))`,
        [SHARED],
      ),
    )

  it('is on for every table that calls may use, except those that all fleets share; a new table without it is detected', async () => {
    expect(await unprotected()).toEqual([])
    const tables = [
      'create table planted (id int, fleet_id bigint); grant select on planted to wheelbook_app',
      `create table planted (id int); alter table planted enable row level security;
        grant insert on planted to wheelbook_app`,
    ]
    for (const text of tables) {
      await server.db.pool.query(text)
      expect(await unprotected(), text).toEqual([{ relname: 'planted' }])
      await server.db.pool.query('drop table planted')
    }
  })

  it('applies to the application role, which owns nothing and cannot bypass policies', async () => {
    const [role] = await server.db.query(
      query(`select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole,
        (select count(*)::int from pg_class where relowner = r.oid) as owned
        from pg_roles r where rolname = 'wheelbook_app'`),
    )
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      owned: 0,
    })
  })

  it('shows a query without a fleet no row of any table, or refuses it', async () => {
    const all = await server.db.query<{ relname: string }>(
      query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and relname <> all($1)`,
        [SHARED],
      ),
    )
    expect(all.length).toBeGreaterThan(40)
    /** Rows that belong to all fleets: our own schedules, and users of management companies. */
    const withoutTenant: Record<string, string> = {
      schedule_templates: 'where fleet_id is not null',
      schedule_items: 'where fleet_id is not null',
      users: 'where fleet_id is not null',
    }
    for (const { relname } of all) {
      const planted = server.db.system(async (tx) => {
        await tx.query(query(`select set_config('role', 'wheelbook_app', true)`))
        return tx.query(query(`select 1 from ${relname} ${withoutTenant[relname] ?? ''} limit 1`))
      })
      const seen = await planted.catch((error: Error) => error.message)
      if (typeof seen === 'string') expect(seen, relname).toMatch(/permission denied/)
      else expect(seen, relname).toEqual([])
    }
  })

  it('hides sessions even if they were granted to the application role by mistake', async () => {
    await server.as(await server.build.user(fixture.fleet))
    expect(await server.db.query(query('select 1 from sessions limit 1'))).toHaveLength(1)
    await server.db.pool.query('grant select on sessions, devices, mails, secrets to wheelbook_app')
    try {
      for (const table of ['sessions', 'devices', 'mails', 'secrets'])
        expect(
          await server.db.tenant(fixture.fleet.id, (tx) => tx.query(query(`select 1 from ${table}`))),
          table,
        ).toEqual([])
    } finally {
      await server.db.pool.query('revoke select on sessions, devices, mails, secrets from wheelbook_app')
    }
  })

  it('hides the passwords and sessions of all users from a fleet’s transactions', async () => {
    for (const table of ['sessions', 'devices', 'otp_challenges', 'mails', 'attempts'])
      await expect(
        server.db.tenant(fixture.fleet.id, (tx) => tx.query(query(`select 1 from ${table}`))),
        table,
      ).rejects.toThrow(/permission denied/)
  })
})
