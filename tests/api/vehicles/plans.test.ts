import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VEHICLE_SORTS } from '#contract/vehicles/vehicles.ts'
import { sql } from '#server/db/sql.ts'
import { findMatches, type VehicleFilter } from '#server/modules/vehicles/vehicles/vehicle-search.reads.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import { plansOf } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** Vehicles in each of two fleets: too many for a full scan (P-18). */
const VEHICLES = 12_000

let server: TestServer
let fleet: { id: number }
let userId: number

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  userId = (await server.build.user(fleet)).id
  const other = await server.build.fleet()
  await server.db.system(async (tx) => {
    await tx.query(sql`alter table vehicles disable trigger sync_insert`)
    await tx.query(sql`
      insert into vehicles (fleet_id, name_of_vehicle, year, make, model, vin, odometer, odometer_units, is_active,
        last_maintenance_date)
      select f, 'Unit ' || n, 2000 + n % 25, (array['Ford', 'Toyota', 'Ram'])[1 + n % 3], 'Van', 'VIN' || md5(n::text), n * 7,
        'mi', n % 40 > 0, current_date - n % 900
      from generate_series(1, ${VEHICLES}::int) n, unnest(${[fleet.id, other.id]}::bigint[]) f`)
    await tx.query(sql`alter table vehicles enable trigger sync_insert`)
  })
  await server.db.query(sql`vacuum analyze vehicles, vehicle_texts`)
}, 120_000)
afterAll(() => server.stop())

const actor = () => ({
  userId,
  roles: ['Owner'] as const,
  language: 'en' as const,
  fleet: { id: fleet.id, country: 'US' as const, unit: 'mi' as const, timeZone: 'UTC', affiliationId: null },
})
const plansOfPage = (filter: VehicleFilter, sort: (typeof VEHICLE_SORTS)[number]) =>
  plansOf(server, fleet.id, async (tx) => {
    const found = await findMatches(tx, actor(), filter)
    await vehiclesRepository.list(tx, actor(), filter, found, { sort, page: 1, per_page: 50 })
  })

describe('the list of vehicles in a large fleet (VEH-074)', () => {
  it.each(VEHICLE_SORTS.map((sort) => [sort]))('is read in the order %s from an index', async (sort) => {
    const list = (await plansOfPage({}, sort)).at(-1) ?? ''
    expect(list).toMatch(new RegExp(`Index Scan (Backward )?using vehicles_by_${sort.replace('-', '')}`))
    expect(list).not.toMatch(/^ *(-> +)?(Incremental )?Sort\b.*\n *Sort Key: v\./m)
  })

  it('is counted without reading the vehicles', async () => {
    const plans = await plansOf(server, fleet.id, (tx) => findMatches(tx, actor(), {}))
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('vehicle_tallies')
    expect(plans[0]).not.toMatch(/ on vehicles/)
    const { count } = await server.db.tenant(fleet.id, (tx) => findMatches(tx, actor(), {}))
    expect(count).toBe(VEHICLES)
  })

  it('is walked in its order for a word that most vehicles contain', async () => {
    const list = (await plansOfPage({ search: 'unit' }, '-odometer')).at(-1) ?? ''
    expect(list).toMatch(/Index (Only )?Scan using vehicles_by_odometer_down on vehicles v_1/)
    expect(list).toContain('Index Scan using vehicle_texts_pkey')
    // Only the page is sorted.
    expect(list).not.toContain('Sort Key: v_1.')
  })

  it.each<[string, VehicleFilter]>([
    ['in use', { is_active: true }],
    ['out of use', { is_active: false }],
    ['searched', { search: 'ford 7a3f' }],
    ['searched by two letters', { search: 'fo' }],
    ['searched by letters and digits', { search: 'ford f150' }],
    ['searched and in use', { search: 'ford', is_active: true }],
  ])('never needs a full scan: %s', async (_, filter) => {
    const plans = await plansOfPage(filter, '-odometer')
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (vehicles|vehicle_texts)\b/)
  })

  it.each([
    [
      'what carries words',
      'vehicles_mentioning',
      { rarest: "'%7a3f%'", others: "array['%van%']", activity: 'null::boolean', at_most: '9' },
      'vehicle_texts_words',
    ],
    [
      'how many carry words',
      'count_vehicles_mentioning',
      { rarest: "'%7a3f%'", others: "array['%van%']", activity: 'null::boolean' },
      'vehicle_texts_words',
    ],
    [
      'what has a form of a word',
      'vehicles_matching',
      { rarest: "'cx412|cx-412|cx 412'", others: "array['van']", activity: 'null::boolean', at_most: '9' },
      'vehicle_texts_words',
    ],
    [
      'how many have a form of a word',
      'count_vehicles_matching',
      { rarest: "'cx412|cx-412|cx 412'", others: "array['van']", activity: 'null::boolean' },
      'vehicle_texts_words',
    ],
    ['who else bears a plate', 'vehicles_sharing_plates', { vins: "array['x', 'y']" }, 'vehicles_by_plate'],
  ])('finds %s by its index, despite row-level security', async (_what, name, given, index) => {
    // The newest of two versions has more parameters.
    const [body] = await server.db.query<{ prosrc: string }>(
      sql`select prosrc from pg_proc where proname = ${name} order by pronargs desc`,
    )
    const text = Object.entries(given).reduce(
      (all, [name, value]) => all.replaceAll(name, value),
      `explain ${body?.prosrc}`,
    )
    const plan = await server.db.system(async (tx) => {
      await tx.query(sql`select set_config('app.fleet_id', ${String(fleet.id)}, true)`)
      return tx.query<{ 'QUERY PLAN': string }>({ text, values: [] })
    })
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(lines).toMatch(new RegExp(`Index Scan (on|using) ${index}`))
    expect(lines).toContain('Index Cond: ((fleet_id = ')
  })

  it('finds nothing of another fleet by a word', async () => {
    const owner = await server.as({ id: userId, fleetId: fleet.id })
    expect((await owner.get('/vehicles?search=unit')).body.total_count).toBe(VEHICLES)
    expect((await owner.get('/vehicles?search=UNIT%2011999')).body.total_count).toBe(1)
  })
})
