import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('a fuel-card user who acts for another fleet of the account is named there, while the account is active', async () => {
  const account = await server.build.account()
  const home = await server.build.fleet({ accountId: account.id })
  const fleet = await server.build.fleet({ accountId: account.id })
  const vehicle = await server.build.vehicle(fleet, { odometer: 100 })
  const service = await server.build.service()
  const user = await server.build.user(home, { firstName: 'Guest', accounts: [account] })
  const guest = await server.as({ ...user, fleetId: fleet.id })
  const owner = await server.as(await server.build.user(fleet))

  const readings = `/vehicles/${vehicle.id}/odometer_readings`
  expect((await guest.post(readings, { value: 500, read_on: day() }, writeHeaders())).status).toBe(201)
  const entry = aHistory({ vehicle_id: vehicle.id }, service.id)
  expect((await guest.post('/manual_maintenance_histories', entry, writeHeaders())).status).toBe(201)
  const order = await anOpenOrder(server.db, vehicle, { originatorId: user.id, serviceId: service.id })
  await server.db.query(sql`
    insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, total, service_details)
    values (${fleet.id}, ${order.id}, ${user.id}, 'user', 'request', 50, '[]')`)
  const namesShown = async () => {
    const [reading] = (await owner.get(readings)).body.odometer_readings
    const activity = await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
    return [
      reading.user_name,
      (await owner.get(`/manual_maintenance_histories/${entry.id}`)).body.created_by_name,
      activity.body.shop_order_activity_items[0].acting_user,
    ].map((name: string | null) => name?.split(' ')[0] || null)
  }
  expect(await namesShown()).toEqual(['Guest', 'Guest', 'Guest'])
  const listed = (await owner.get('/fleet_users')).body.users.map(({ id }: { id: number }) => id)
  expect(listed).not.toContain(user.id)

  await server.db.query(sql`update accounts set is_active = false where id = ${account.id}`)
  expect(await namesShown()).toEqual([null, null, null])
})

it.each([
  ['of a vehicle without a policy', false],
  ['that owners approve', true],
])('a fuel-card user approves orders of another fleet of the account %s', async (_which, hasPolicy) => {
  const account = await server.build.account()
  const home = await server.build.fleet({ accountId: account.id })
  const fleet = await server.build.fleet({ accountId: account.id })
  const vehicle = await server.build.vehicle(fleet)
  const service = await server.build.service()
  if (hasPolicy)
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 10, ${[]}, ${[vehicle.id]})`)
  const user = await server.build.user(home, { roles: ['Account Owner'], accounts: [account] })
  const guest = await server.as({ ...user, fleetId: fleet.id })
  const order = await anOpenOrder(server.db, vehicle, {
    status: 'awaiting_approval',
    serviceId: service.id,
    originatorId: user.id,
  })
  const { body } = await guest.get(`/orders/${order.id}`)
  expect(body).toMatchObject({ can_approve: true, originator: { id: user.id } })
  const approval = { status: 'approved' }
  expect((await guest.put(`/orders/${order.id}`, approval, writeHeaders(undefined, body.rev))).status).toBe(
    200,
  )
})

it('a fuel-card user who may approve and cancel in another fleet of the account is a contact there, after its own users', async () => {
  const account = await server.build.account()
  const home = await server.build.fleet({ accountId: account.id })
  const fleet = await server.build.fleet({ accountId: account.id })
  const vehicle = await server.build.vehicle(fleet)
  const service = await server.build.service()
  await server.db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
    values (${fleet.id}, 10, ${[]}, ${[vehicle.id]})`)
  const roles = ['Account Owner'] as const
  await server.build.user(home, { roles: [...roles], firstName: 'Unrelated' })
  const guest = await server.build.user(home, { roles: [...roles], accounts: [account], firstName: 'Abe' })
  const owner = await server.build.user(fleet, { roles: [...roles], accounts: [account], firstName: 'Zoe' })
  const manager = await server.as(await server.build.user(fleet, { roles: ['Manager'] }))
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${driver.id})`)
  const awaiting = { status: 'awaiting_approval', serviceId: service.id } as const
  const { id } = await anOpenOrder(server.db, vehicle, awaiting)
  const ids = (people: { id: number }[]) => people.map((one) => one.id)
  const { body } = await manager.get(`/orders/${id}`)
  expect([body.can_approve, ids(body.approvers)]).toEqual([false, [owner.id, guest.id]])
  await server.db.query(sql`update shop_orders set status = 'active' where id = ${id}`)
  const seen = (await (await server.as(driver)).get(`/orders/${id}`)).body
  expect(ids(seen.cancel_users)).toEqual(expect.arrayContaining([owner.id, guest.id]))
})
