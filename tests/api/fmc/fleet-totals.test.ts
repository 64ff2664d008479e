import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { foldFleetTallies } from '#server/modules/fmc/fleets/fleets.reads.ts'
import { otherRows } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A pseudo-random generator with a seed. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** The totals, counted from the tables. */
const slowTotals = () =>
  server.db.query(sql`
    select f.id,
      (select count(*) from users u where u.fleet_id = f.id and u.is_active) as users,
      (select count(*) from shop_orders o where o.fleet_id = f.id and o.status in ('paid', 'paid_in_shop', 'paid_deferred')) as transactions,
      (select coalesce(sum(o.total), 0.00) from shop_orders o where o.fleet_id = f.id
        and o.status in ('paid', 'paid_in_shop', 'paid_deferred')) as spend
    from fleets f order by f.id`)
const talliedTotals = () =>
  server.db.query(sql`
    select f.id, coalesce(sum(t.users), 0)::int as users, coalesce(sum(t.transactions), 0)::int as transactions,
      coalesce(sum(t.spend), 0.00) as spend
    from fleets f left join fleet_tallies t on t.fleet_id = f.id group by f.id order by f.id`)

describe('the totals of fleets', () => {
  it('equal counts of the tables after any changes, merged or not', async () => {
    const { build, db } = server
    const next = numbers(7)
    const fleets = [await build.fleet(), await build.fleet(), await build.fleet()]
    const vehicles = await Promise.all(fleets.map((fleet) => build.vehicle(fleet)))
    const aFleet = () => next(3)
    const statuses = ['paid', 'paid_in_shop', 'paid_deferred', 'complete', 'cancel']
    const acts = [
      () => build.user(fleets[aFleet()]!),
      () =>
        otherRows(db).order(vehicles[aFleet()]!, {
          status: statuses[next(5)]!,
          total: `${next(500)}.${10 + next(89)}`,
        }),
      () => db.query(sql`update users set is_active = not is_active where id % 3 = ${next(3)}`),
      () => db.query(sql`update shop_orders set status = ${statuses[next(5)]} where id % 5 = ${next(5)}`),
      () => db.query(sql`update shop_orders set total = total + ${next(90)} where id % 4 = ${next(4)}`),
      () => db.query(sql`delete from shop_orders where id % 7 = ${next(7)} and id % 2 = 0`),
      () => db.query(sql`update users set fleet_id = ${fleets[aFleet()]!.id} where id % 6 = ${next(6)}`),
      () => foldFleetTallies(db),
      () => Promise.all([foldFleetTallies(db), foldFleetTallies(db), build.user(fleets[aFleet()]!)]),
    ]
    for (let round = 0; round < 60; round++) {
      await acts[next(acts.length)]?.()
      if (round % 10 === 9) expect(await talliedTotals()).toEqual(await slowTotals())
    }
    await foldFleetTallies(db)
    expect(await talliedTotals()).toEqual(await slowTotals())
    const [rows] = await db.query<{ most: number }>(
      sql`select max(n) as most from (select count(*) as n from fleet_tallies group by fleet_id) x`,
    )
    expect(rows?.most).toBe(1)
  })

  it('sort the list by every column, both ways, like a sort of all rows', async () => {
    const { build, db } = server
    const { id: affiliationId } = await build.affiliation()
    const next = numbers(11)
    for (let n = 0; n < 12; n++) {
      const fleet = await build.fleet({ affiliationId, name: `Sorted ${next(9)}` })
      await db.query(sql`
        update fleets set region = ${next(2) ? `R${next(4)}` : null}, rep = ${next(2) ? `P${next(4)}` : null},
          other_id = ${next(2) ? `O${next(4)}` : null}, fleet_payment_type = ${['wex', 'invoice', null][next(3)]}
        where id = ${fleet.id}`)
      for (let v = next(4); v > 0; v--) {
        const vehicle = await build.vehicle(fleet)
        await otherRows(db).order(vehicle, { total: `${next(300)}.50` })
      }
    }
    const home = await build.fleet({ affiliationId, name: 'Home' })
    const client = await server.as(await build.user(home, { roles: ['FMC'], affiliationId }))
    const fieldOf: Record<string, string> = {
      users: 'users_total',
      vehicles: 'vehicles_total',
      transactions: 'transactions_total',
    }
    const columns = [
      'name',
      'region',
      'rep',
      'other_id',
      'fleet_payment_type',
      'created_at',
      'active',
      'users',
      'vehicles',
      'transactions',
      'average_ticket',
      'total_spend',
    ]
    for (const column of columns)
      for (const sign of ['', '-']) {
        const { fleets } = (await client.get(`/api/v6/fleets?sort=${sign}${column}`)).body
        const values = fleets.map((fleet: Record<string, unknown>) => fleet[fieldOf[column] ?? column])
        const known = values.filter((value: unknown) => value !== null)
        const isNumber = ['average_ticket', 'total_spend'].includes(column)
        const asKey = (value: unknown) => (isNumber ? Number(value) : value)
        const expected = known
          .map(asKey)
          .sort((a: never, b: never) => (a < b ? -1 : a > b ? 1 : 0) * (sign ? -1 : 1))
        expect(known.map(asKey), `${sign}${column}`).toEqual(expected)
        expect(values.slice(known.length), `${sign}${column}`).toEqual(
          values.slice(known.length).map(() => null),
        )
      }
    const active = (await client.get('/api/v6/fleets?filter[active]=false')).body
    expect(active.fleets.every((fleet: { vehicles_total: number }) => fleet.vehicles_total === 0)).toBe(true)
    expect(active.total_count).toBe(active.fleets.length)
  })
})
