import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLES } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// The approvals queue: GET /approvals agrees with the `can_approve` of each order.

let server: TestServer
let services: { id: number }[]

beforeAll(async () => {
  server = await startTestServer()
  services = await Promise.all([server.build.service(), server.build.service(), server.build.service()])
})
afterAll(() => server.stop())

const queueOf = async (client: Client, query = '?per_page=100') => {
  const { status, body } = await client.get(`/approvals${query}`)
  expect(status).toBe(200)
  return body as {
    approvals: { id: number; waiting_since: string }[]
    total_count: number
    total_pages: number
  }
}

/** A pseudo-random generator with a seed. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

it('contains exactly the orders that the reader may approve, for every role and 40 generated orders', async () => {
  const pick = random(15)
  const affiliation = await server.build.affiliation()
  const fleet = await server.build.fleet({ affiliationId: affiliation.id })
  const users = []
  for (const role of ROLES)
    users.push(await server.build.user(fleet, { roles: [role], affiliationId: affiliation.id }))
  const staff = await server.build.user(fleet, { roles: ['FMC'], affiliationId: affiliation.id })
  await server.db.query(
    sql`insert into user_approval_fleets (user_id, fleet_id) values (${staff.id}, ${fleet.id})`,
  )
  users.push(staff)
  const vehicles = []
  for (let n = 0; n < 40; n++)
    vehicles.push(await server.build.vehicle(fleet, { drivers: users.filter(() => pick(2) === 0) }))
  for (let n = 0; n < 12; n++)
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, service_definition_ids, user_ids, vehicle_ids, auto_approvable)
      values (${fleet.id}, ${50 + 50 * pick(4)}, ${services.filter(() => pick(3) === 0).map(({ id }) => id)},
        ${users.filter(() => pick(3) === 0).map(({ id }) => id)},
        ${vehicles.filter(() => pick(4) === 0).map(({ id }) => id)}, false)`)
  const orders: number[] = []
  for (const vehicle of vehicles) {
    const status = pick(5) === 0 ? ['active', 'approved', 'walk_in'][pick(3)] : 'awaiting_approval'
    const serviceId = services[pick(3)]?.id
    const price = `${50 + 25 * pick(8)}.00`
    orders.push((await anOpenOrder(server.db, vehicle, { status, serviceId, price } as object)).id)
  }
  for (const user of users) {
    const client = await server.as(user)
    const allowed: number[] = []
    for (const id of orders) {
      const { status, body } = await client.get(`/orders/${id}`)
      if (status === 200 && body.can_approve) allowed.push(id)
    }
    const { approvals, total_count } = await queueOf(client)
    expect(approvals.map(({ id }) => id).sort(), `${user.roles}`).toEqual(allowed.sort())
    expect(total_count).toBe(allowed.length)
  }
})

it('is sorted by waiting time, in pages, with what an approver needs to choose', async () => {
  const fleet = await server.build.fleet({ name: 'Northgate Couriers' })
  const owner = await server.as(await server.build.user(fleet))
  const shop = await server.build.shop({ name: 'Quick Lane' })
  await server.db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, auto_approvable)
    values (${fleet.id}, 100, ${[]}, true, true)`)
  const ids: number[] = []
  for (const [name, hours] of [
    ['Van 1', 1],
    ['Van 2', 30],
    ['Van 3', 5],
  ] as const) {
    const order = await anOpenOrder(server.db, await server.build.vehicle(fleet, { name }), {
      status: 'awaiting_approval',
      shopId: shop.id,
      serviceId: services[0]!.id,
      price: '280.75',
    })
    await server.db.query(
      sql`update shop_orders set awaiting_since = now() - make_interval(hours => ${hours}) where id = ${order.id}`,
    )
    ids.push(order.id)
  }
  const { approvals, total_count, total_pages } = await queueOf(owner, '?page=1&per_page=2')
  expect({ total_count, total_pages }).toEqual({ total_count: 3, total_pages: 2 })
  expect(approvals).toMatchObject([
    {
      id: ids[1],
      vehicle: { name: 'Van 2' },
      fleet: { id: fleet.id, name: 'Northgate Couriers' },
      fleet_time_zone: 'America/New_York',
      shop_name: 'Quick Lane',
      total: '280.75',
      was_approved_before: false,
      policy_reason: { over: '180.75', estimate: '280.75' },
    },
    { id: ids[2] },
  ])
  expect(Date.now() - Date.parse(approvals[0]?.waiting_since ?? '')).toBeGreaterThan(29 * 3_600_000)
  expect((await queueOf(owner, '?page=2&per_page=2')).approvals).toMatchObject([{ id: ids[0] }])
})

it('shows each service with its position in the language of the reader', async () => {
  const fleet = await server.build.fleet()
  const service = await server.build.service({ name: 'Tire replacement', positions: ['front', 'rear'] })
  const order = await anOpenOrder(server.db, await server.build.vehicle(fleet), {
    status: 'awaiting_approval',
  })
  for (const position of ['front', 'rear', null])
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, position, status, price, total)
      values (${fleet.id}, ${order.id}, ${service.id}, 'x', ${position}, 'awaiting_approval', 5, 5)`)
  const namesFor = async (language: 'en' | 'fr') => {
    const reader = await server.as(await server.build.user(fleet, { language }))
    return (await reader.get('/approvals')).body.approvals[0].services
  }
  expect(await namesFor('en')).toEqual([
    'Tire replacement (Front)',
    'Tire replacement (Rear)',
    'Tire replacement',
  ])
  expect((await namesFor('fr'))[0]).toMatch(/ \(Avant\)$/)
})

it('does not restart the wait when the shop corrects its estimate, but when an order comes back', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet))
  const order = await anOpenOrder(server.db, await server.build.vehicle(fleet), { status: 'active' })
  const move = (status: string) =>
    server.db.query(sql`update shop_orders set status = ${status} where id = ${order.id}`)
  const since = async () => (await queueOf(owner)).approvals[0]?.waiting_since
  expect(await since()).toBeUndefined()
  await move('awaiting_approval')
  const first = await since()
  await move('awaiting_approval')
  expect(await since()).toBe(first)
  await move('approved')
  expect(await since()).toBeUndefined()
  await server.db.query(sql`update shop_orders set last_approval_date = now() where id = ${order.id}`)
  await move('awaiting_approval')
  expect(Date.parse((await since()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  expect((await queueOf(owner)).approvals).toMatchObject([{ was_approved_before: true }])
})

/** A company with staff in its own fleet, who approve for the given fleets. */
async function staffOf(fleets: { id: number }[], affiliationId: number) {
  const home = await server.build.fleet({ affiliationId, name: 'Head office' })
  const user = await server.build.user(home, { roles: ['FMC Fleet Manager'], affiliationId })
  for (const { id } of fleets)
    await server.db.query(
      sql`insert into user_approval_fleets (user_id, fleet_id) values (${user.id}, ${id})`,
    )
  return { home, user, client: await server.as(user) }
}

it('shows staff the orders of their approval fleets, with the fleet’s name, whichever fleet they act for', async () => {
  const { id: affiliationId } = await server.build.affiliation()
  const firstFleet = await server.build.fleet({ affiliationId, name: 'Fleet One' })
  const two = await server.build.fleet({ affiliationId, name: 'Fleet Two' })
  const other = await server.build.fleet({ affiliationId, name: 'Not Theirs' })
  const foreign = await server.build.fleet({ affiliationId: (await server.build.affiliation()).id })
  const waits = async (fleet: { id: number }, days: number) => {
    const order = await anOpenOrder(server.db, await server.build.vehicle(fleet), {
      status: 'awaiting_approval',
    })
    await server.db.query(sql`
      update shop_orders set awaiting_since = now() - make_interval(days => ${days}) where id = ${order.id}`)
    return order.id
  }
  const newest = await waits(firstFleet, 1)
  const oldest = await waits(two, 9)
  const middle = await waits(firstFleet, 5)
  await waits(other, 3)
  await waits(foreign, 4)
  // A fleet that left the company stays in the user's list, but is no approval fleet any more.
  const { client, home } = await staffOf([firstFleet, two, foreign], affiliationId)
  const shown = async (query?: string) =>
    (await queueOf(client, query)).approvals as unknown as { id: number; fleet: { name: string } }[]
  expect((await shown()).map(({ id, fleet }) => [id, fleet.name])).toEqual([
    [oldest, 'Fleet Two'],
    [middle, 'Fleet One'],
    [newest, 'Fleet One'],
  ])
  expect(await queueOf(client, '?per_page=2&page=2')).toMatchObject({ total_count: 3, total_pages: 2 })
  expect((await shown('?per_page=2&page=2')).map(({ id }) => id)).toEqual([newest])
  // The listed orders can be decided on after switching to their fleet, and no others.
  for (const [fleet, expected] of [
    [firstFleet, 200],
    [two, 200],
    [other, 200],
    [home, 200],
  ] as const) {
    await client.put('/fleet_users/impersonate_fleet', { fleet_id: fleet.id })
    expect((await client.get('/approvals')).status).toBe(expected)
    expect((await shown()).length).toBe(3)
  }
  await client.put('/fleet_users/impersonate_fleet', { fleet_id: two.id })
  expect((await client.get(`/orders/${oldest}`)).body.can_approve).toBe(true)
  await client.put('/fleet_users/impersonate_fleet', { fleet_id: other.id })
  const [hidden] = await server.db.query<{ id: number }>(
    sql`select id from shop_orders where fleet_id = ${other.id} and status = 'awaiting_approval'`,
  )
  expect((await client.get(`/orders/${hidden!.id}`)).body.can_approve).toBe(false)
})

it('is empty for staff without approval fleets, also while they act for a fleet with waiting orders', async () => {
  const { id: affiliationId } = await server.build.affiliation()
  const fleet = await server.build.fleet({ affiliationId })
  await anOpenOrder(server.db, await server.build.vehicle(fleet), { status: 'awaiting_approval' })
  const { client } = await staffOf([], affiliationId)
  await client.put('/fleet_users/impersonate_fleet', { fleet_id: fleet.id })
  expect((await queueOf(client)).total_count).toBe(0)
})

it('notifies staff by email of an order in an approval fleet, unless they turned it off', async () => {
  const { id: affiliationId } = await server.build.affiliation()
  const fleet = await server.build.fleet({ affiliationId, name: 'Told Fleet' })
  const notified = await staffOf([fleet], affiliationId)
  const silent = await staffOf([fleet], affiliationId)
  const otherStaff = await staffOf([], affiliationId)
  const stranger = await staffOf([fleet], (await server.build.affiliation()).id)
  await server.db.query(sql`
    update users set email_notifications = '{"approvals_required": false}' where id = ${silent.user.id}`)
  const order = await anOpenOrder(server.db, await server.build.vehicle(fleet), {
    status: 'awaiting_approval',
  })
  await server.db.query(sql`
    insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total)
    values (${fleet.id}, ${order.id}, 'shop', 'estimate', 50)`)
  while ((await server.services.orderNotices.sendPending()) > 0);
  const people = [notified, silent, otherStaff, stranger].map(({ user }) => user.email)
  const mailed = await server.db.query<{ recipient: string; text: string }>(
    sql`select recipient, text from mails where recipient = any(${people})`,
  )
  expect(mailed.map(({ recipient }) => recipient)).toEqual([notified.user.email])
  // The link contains the fleet, to which the user switches first.
  expect(mailed[0]?.text).toContain(`/orders/${order.id}/approvals?fleet=${fleet.id}`)
})
