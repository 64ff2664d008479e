import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { USER_SORTS } from '#contract/access/users.ts'
import type { Role } from '#domain/access/permissions.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { inCompanyAudit, inFleetAudit, readAudit } from '#server/modules/access/audit/audit.repository.ts'
import { listedUser } from '#server/modules/access/users/user-scope.ts'
import { matchesUserSearch } from '#server/modules/access/users/user-search.ts'
import { findPage, readListed, readPage } from '#server/modules/access/users/users.reads.ts'
import { plansOf } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** Users in each of four fleets: too many for a full scan (P-18). */
const USERS = 12_000

let server: TestServer
let fleet: { id: number }
let affiliation: { id: number }
let userId: number

beforeAll(async () => {
  server = await startTestServer()
  affiliation = await server.build.affiliation()
  fleet = await server.build.fleet({ affiliationId: affiliation.id })
  const others = await Promise.all([1, 2, 3].map(() => server.build.fleet()))
  const fleets = [fleet, ...others].map(({ id }) => id)
  userId = (await server.build.user(fleet, { roles: ['FMC'], affiliationId: affiliation.id })).id
  await server.db.query(sql`
    insert into users (fleet_id, affiliation_id, email, first_name, last_name, roles)
    select f, case when n % 40 = 0 then ${affiliation.id}::bigint end, 'u' || n || '-' || f || '@example.com', 'Ann',
      'Person ' || md5(n::text), array[case when n % 40 = 0 then 'FMC' when n % 9 = 0 then 'Manager' else 'Driver' end]
    from generate_series(1, ${USERS}::int) n, unnest(${fleets}::bigint[]) f`)
  await server.db.query(sql`
    insert into vehicles (fleet_id, name_of_vehicle, odometer_units, fleetcor_enrolled)
    select ${fleet.id}, 'Unit ' || n, 'mi', n <= 500 from generate_series(1, ${USERS}::int) n`)
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select ${fleet.id}, v.id, u.id
    from (select id, row_number() over (order by id) as nth from vehicles where fleet_id = ${fleet.id}) v
      join (select id, row_number() over (order by id) as nth from users where fleet_id = ${fleet.id}) u on u.nth = v.nth`)
  await server.db.query(sql`
    insert into audit_trail (fleet_id, user_id, act, subject_id)
    select f, ${userId}, 'user.updated', ${userId} from unnest(${fleets}::bigint[]) f, generate_series(1, 3000) n where f <> ${fleet.id} or n <= 100`)
  await server.db.query(sql`vacuum analyze users, vehicles, vehicle_drivers, audit_trail`)
  // Rows that a transaction of the server's jobs may still see are excluded from the first plan.
  await vi.waitUntil(isVacuumed, { timeout: 30_000, interval: 500 })
}, 120_000)

async function isVacuumed() {
  await server.db.query(sql`vacuum users`)
  const [users] = await server.db.query<{ is_vacuumed: boolean }>(
    sql`select relallvisible >= relpages as is_vacuumed from pg_class where oid = 'users'::regclass`,
  )
  return users?.is_vacuumed
}
afterAll(() => server.stop())

const actor = () => ({
  userId,
  roles: ['FMC'] as Role[],
  language: 'en' as const,
  fleet: {
    id: fleet.id,
    country: 'US' as const,
    unit: 'mi' as const,
    timeZone: 'UTC',
    affiliationId: affiliation.id,
  },
})
const plansOfPage = (context: 'settings' | 'fmc', search: string | null, sort: (typeof USER_SORTS)[number]) =>
  plansOf(
    server,
    fleet.id,
    async (tx) => {
      const scope = listedUser(actor(), context)
      const page = { sort, per_page: 50, offset: 0 }
      const { ids } =
        search === null
          ? await readPage(tx, scope, page)
          : await findPage(tx, sql`${scope} and ${matchesUserSearch(actor(), search)}`, page)
      await readListed(tx, '2026-01-01', sql`u.id = any(${ids}::bigint[])`)
    },
    { isAcross: true },
  )

describe('the list of users in a fleet of twelve thousand (USR-046)', () => {
  it.each(USER_SORTS.map((sort) => [sort]))(
    'is read in the order %s from an index, and counted by one',
    async (sort) => {
      const [count = '', list = ''] = await plansOfPage('settings', null, sort)
      expect(count).toContain('Index Only Scan using users_in_settings')
      expect(list).toMatch(new RegExp(`Index Scan (Backward )?using users_by_${sort.replace('-', '')}`))
    },
  )

  it.each([
    ['settings', null],
    ['settings', 'ann 7f3'],
    ['settings', 'driver'],
    ['settings', 'a'],
    ['settings', 'no such one'],
    ['fmc', null],
    ['fmc', 'ann 7f3'],
  ] as const)('is never read from end to end: %s, searched for %s', async (context, search) => {
    const plans = await plansOfPage(context, search, 'name')
    expect(plans.length).toBeGreaterThan(2)
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on users')
  })

  it('is searched by the names of enrolled vehicles in an index of their own', async () => {
    const where = sql`${listedUser(actor(), 'settings')} and ${matchesUserSearch(actor(), 'unit 7f3')}`
    const page = { sort: 'name', per_page: 50, offset: 0 } as const
    const plans = await plansOf(server, fleet.id, (tx) => findPage(tx, where, page), {
      isAcross: true,
    })
    expect(plans[0]).toMatch(/Index (Only )?Scan using vehicles_enrolled/)
  })

  it('the audit trail of users is read from an index', async () => {
    const query = { userId: undefined, cursor: undefined, limit: 50 }
    const planOf = async (where: Query) =>
      (await plansOf(server, fleet.id, (tx) => readAudit(tx, where, query), { isAcross: true }))[0]
    expect(await planOf(inFleetAudit(fleet.id))).toContain('audit_trail_newest')
    const ofThem = await planOf(inCompanyAudit(userId))
    expect(ofThem).toContain('users_of_affiliation')
    expect(ofThem).not.toContain('Seq Scan')
  })
})
