import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function aFleet() {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const owner = await server.as({ id: user.id, fleetId: fleet.id })
  const add = (count: number, of = fleet) =>
    server.db.query(sql`
      insert into vehicles (fleet_id, vin, odometer_units)
      select ${of.id}, 'T' || gen_random_uuid(), 'mi' from generate_series(1, ${count}::int)`)
  /** As the list counts: all, active, inactive. */
  const counts = async () => {
    const totals: number[] = []
    for (const filter of ['', '&is_active=true', '&is_active=false'])
      totals.push((await owner.get(`/vehicles?per_page=1${filter}`)).body.total_count)
    return totals
  }
  const lines = async () => {
    const [row] = await server.db.query<{ lines: number }>(
      sql`select count(*)::int as lines from vehicle_tallies where fleet_id = ${fleet.id}`,
    )
    return row?.lines
  }
  return { fleet, add, counts, lines }
}

describe('vehicle counts of a fleet (VEH-074)', () => {
  it('follow vehicles that are added, deactivated, moved to another fleet, reactivated and deleted', async () => {
    const { fleet, add, counts } = await aFleet()
    const other = await aFleet()
    await add(5)
    await add(2, other.fleet)
    expect(await counts()).toEqual([5, 5, 0])
    await server.db.query(sql`update vehicles set is_active = false
      where id in (select id from vehicles where fleet_id = ${fleet.id} order by id limit 2)`)
    await server.db.query(sql`update vehicles set odometer = 10 where fleet_id = ${fleet.id}`)
    expect(await counts()).toEqual([5, 3, 2])
    await server.db.query(sql`update vehicles set fleet_id = ${other.fleet.id}
      where id in (select id from vehicles where fleet_id = ${fleet.id} and is_active limit 1)`)
    expect(await counts()).toEqual([4, 2, 2])
    expect(await other.counts()).toEqual([3, 3, 0])
    await server.db.query(sql`delete from vehicles where fleet_id = ${fleet.id} and not is_active`)
    await server.db
      .system(async (tx) => {
        await tx.query(sql`delete from vehicles where fleet_id = ${fleet.id}`)
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await counts()).toEqual([2, 2, 0])
  })

  it('stay right while the nightly job merges rows next to writers', async () => {
    const { add, counts, lines } = await aFleet()
    const night = () => vehiclesRepository.compactTallies(server.db)
    await Promise.all(Array.from({ length: 24 }, (_, nth) => (nth % 4 === 3 ? night() : add(1))))
    expect(await counts()).toEqual([18, 18, 0])
    await night()
    expect(await counts()).toEqual([18, 18, 0])
    expect(await lines()).toBeLessThanOrEqual(2)
  })
})
