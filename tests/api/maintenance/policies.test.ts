import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { POLICIES_MAX } from '#domain/core/limits.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { moveVehicle } from '#server/modules/fmc/transfers/move-vehicle.ts'
import { evaluateEstimate } from '#server/modules/maintenance/policies/policies.reads.ts'
import { policiesRepository } from '#server/modules/maintenance/policies/policies.repository.ts'
import { exceedEstimate, recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { plansOf } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

type Fleet = Awaited<ReturnType<TestServer['build']['fleet']>>
type User = Awaited<ReturnType<TestServer['build']['user']>>

let server: TestServer
let oil: { id: number }
let brakes: { id: number }
let shop: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  oil = await server.build.service({ name: 'Oil change' })
  brakes = await server.build.service({ name: 'Brake pads' })
  shop = await server.build.shop({ name: 'Quick Lane' })
  await server.db.query(sql`update service_definitions set typical_price = 80 where id = ${oil.id}`)
  await server.db.query(sql`update shops set slot_capacity = 50 where id = ${shop.id}`)
})
afterAll(() => server.stop())

interface Stage {
  fleet: Fleet
  owner: Client
  manager: User
  vehicle: { id: number; fleetId: number }
  policy: (given?: object) => Record<string, unknown>
}
async function aStage(): Promise<Stage> {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet, { firstName: 'Dana' }))
  const manager = await server.build.user(fleet, { roles: ['Manager'], firstName: 'Mona' })
  const vehicle = await server.build.vehicle(fleet)
  const policy = (given: object = {}) => ({
    fleet_id: fleet.id,
    amount: '250.00',
    service_definition_ids: [],
    user_ids: [manager.id],
    vehicle_ids: [],
    all_vehicles: true,
    auto_approvable: false,
    ...given,
  })
  return { fleet, owner, manager, vehicle, policy }
}
describe('maintenance policies', () => {
  it('list no vehicle that is transferred or deleted while they are saved (FMC-075)', async () => {
    const { fleet, owner, vehicle, policy } = await aStage()
    const other = await server.build.vehicle(fleet)
    const to = await server.build.fleet()
    const save = (vehicle_ids: number[]) =>
      owner.post('/policies', policy({ vehicle_ids, all_vehicles: false }), writeHeaders())
    const whileLocked = (change: (tx: Transaction) => Promise<unknown>) =>
      server.db.system(async (tx) => {
        await change(tx)
        const saving = save([vehicle.id, other.id])
        await Promise.race([untilBlocked(server.db), saving])
        return { saving }
      })
    const moved = await whileLocked((tx) =>
      moveVehicle(tx, { vehicleId: vehicle.id, oldFleetId: fleet.id, newFleetId: to.id }),
    )
    expect((await moved.saving).body.fields).toEqual({ vehicle_ids: ['id'] })
    const deleted = await whileLocked((tx) => tx.query(sql`delete from vehicles where id = ${other.id}`))
    expect((await deleted.saving).body.fields).toEqual({ vehicle_ids: ['id'] })
  })

  it('are added, read, changed and deleted, with all fields of the record (SET-026, SET-033, SET-034)', async () => {
    const { fleet, owner, manager, vehicle, policy } = await aStage()
    const created = await owner.post(
      '/policies',
      policy({ amount: '250.5', service_definition_ids: [oil.id, oil.id] }),
      writeHeaders(),
    )
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(Number),
      rev: 1,
      fleet_id: fleet.id,
      amount: '250.50',
      service_definition_ids: [oil.id],
      user_ids: [manager.id],
      vehicle_ids: [],
      all_vehicles: true,
      auto_approvable: false,
      users: [{ id: manager.id, name: expect.any(String), is_active: true, can_approve: true }],
    })
    expect((await owner.get('/policies')).body).toEqual({ policies: [created.body] })
    const { id } = created.body
    const change = policy({ all_vehicles: false, vehicle_ids: [vehicle.id] })
    const changed = await owner.put(`/policies/${id}`, change, writeHeaders(undefined, 1))
    expect(changed.body).toMatchObject({ id, rev: 2, all_vehicles: false, vehicle_ids: [vehicle.id] })
    expect((await owner.delete(`/policies/${id}`, writeHeaders(undefined, 2))).body).toEqual({
      success: true,
      id,
    })
    expect((await owner.get('/policies')).body).toEqual({ policies: [] })
    expect((await owner.delete(`/policies/${id}`)).status).toBe(404)
  })

  it('can be changed by admin-type users and managers, read by fleet managers, and not seen by drivers (SET-023, USR-030)', async () => {
    const { fleet, owner, manager, policy } = await aStage()
    const { id } = (await owner.post('/policies', policy())).body
    const driver = await server.as(await server.build.user(fleet, { roles: ['Driver'] }))
    const admin = await server.as(await server.build.user(fleet, { roles: ['Admin'] }))
    for (const [client, reads] of [
      [driver, 403],
      [await server.as(await server.build.user(fleet, { roles: ['Fleet Manager'] })), 200],
    ] as const) {
      expect((await client.get('/policies')).status).toBe(reads)
      expect((await client.post('/policies', policy())).status).toBe(403)
      expect((await client.put(`/policies/${id}`, policy())).status).toBe(403)
      expect((await client.delete(`/policies/${id}`)).status).toBe(403)
    }
    for (const client of [admin, await server.as(manager)])
      expect((await client.put(`/policies/${id}`, policy({ amount: '1' }))).status).toBe(200)
    expect((await admin.delete(`/policies/${id}`)).status).toBe(200)
  })

  it('need at least one user, and either all or single ones; the placeholder id of the screens is no user here', async () => {
    const { owner, manager, vehicle, policy } = await aStage()
    const errorsOf = async (given: object) => (await owner.post('/policies', policy(given))).body.fields
    expect(await errorsOf({ user_ids: [] })).toEqual({ user_ids: ['required'] }) // SET-027
    expect(await errorsOf({ all_vehicles: false })).toEqual({ vehicle_ids: ['required'] })
    expect(await errorsOf({ auto_approvable: true })).toEqual({ user_ids: ['either_or'] }) // SET-028
    expect(await errorsOf({ vehicle_ids: [vehicle.id] })).toEqual({ vehicle_ids: ['either_or'] }) // SET-029
    expect(await errorsOf({ user_ids: [999_999_999_999] })).toEqual({ user_ids: ['id'] }) // SET-032
    expect(await errorsOf({ amount: '-1' })).toEqual({ amount: ['money'] })
    expect(await errorsOf({ amount: '10.005' })).toEqual({ amount: ['money'] })
    expect(await errorsOf({ amount: '100000000' })).toEqual({ amount: ['money'] })
    expect(await errorsOf({ user_ids: Array(51).fill(manager.id) })).toEqual({ user_ids: ['too_many'] })
    const automatic = await owner.post(
      '/policies',
      policy({ user_ids: [], auto_approvable: true, amount: '0' }),
    )
    expect(automatic.body).toMatchObject({ amount: '0.00', user_ids: [], users: [], auto_approvable: true })
  })

  it('refer only to users, vehicles, services and the fleet of their own', async () => {
    const { owner, policy } = await aStage()
    const other = await aStage()
    const { id } = (await other.owner.post('/policies', other.policy())).body
    const errorsOf = async (given: object) => {
      const { status, body } = await owner.post('/policies', policy(given))
      return [status, body.fields]
    }
    expect(await errorsOf({ user_ids: [other.manager.id] })).toEqual([422, { user_ids: ['id'] }])
    expect(await errorsOf({ all_vehicles: false, vehicle_ids: [other.vehicle.id] })).toEqual([
      422,
      { vehicle_ids: ['id'] },
    ])
    expect(await errorsOf({ service_definition_ids: [888_888] })).toEqual([
      422,
      { service_definition_ids: ['unknown'] },
    ])
    expect(await errorsOf({ fleet_id: other.fleet.id })).toEqual([404, undefined])
    expect((await owner.put(`/policies/${id}`, policy())).status).toBe(404)
    expect((await owner.delete(`/policies/${id}`)).status).toBe(404)
    expect((await owner.get('/policies')).body.policies).toEqual([])
    expect((await other.owner.get('/policies')).body.policies).toHaveLength(1)
  })

  it('are created once however often the same request comes, and never overwritten without the current revision', async () => {
    const { owner, policy } = await aStage()
    const same = writeHeaders()
    const twice = await Promise.all([
      owner.post('/policies', policy(), same),
      owner.post('/policies', policy(), same),
    ])
    expect(twice.map(({ body }) => body.id)[0]).toBe(twice[1]?.body.id)
    const [{ id, rev }] = (await owner.get('/policies')).body.policies
    const responses = await Promise.all(
      ['1.00', '2.00', '3.00'].map((amount) =>
        owner.put(`/policies/${id}`, policy({ amount }), writeHeaders(undefined, rev)),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const winner = responses.find(({ status }) => status === 200)?.body
    const loser = responses.find(({ status }) => status === 412)?.body
    expect(loser).toMatchObject({ code: 'stale', current: winner })
    expect((await owner.delete(`/policies/${id}`, writeHeaders(undefined, rev))).status).toBe(412)
    expect((await owner.delete(`/policies/${id}`, writeHeaders())).status).toBe(428)
    expect((await owner.get('/policies')).body.policies).toEqual([winner])
  })

  it('offer users who can approve, and mark named ones who cannot (APR-073)', async () => {
    const { fleet, owner, manager, vehicle, policy } = await aStage()
    const aUser = (role: Role) => server.build.user(fleet, { roles: [role], firstName: role })
    const users = await Promise.all((['FMC', 'Super Admin', 'Driver'] as const).map(aUser))
    const driver = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Dina' })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${driver.id})`)
    const offered = async (query: string) =>
      (await owner.get(`/vehicles/drivers${query}`)).body.drivers.map((driver: { name: string }) =>
        driver.name.replace(/ \S+$/, ''),
      )
    expect(await offered('?approvers=true')).toEqual(['Dana', 'Dina', 'Driver', 'Mona'])
    expect(await offered('')).toEqual(['Dana', 'Dina', 'Driver', 'FMC', 'Mona', 'Super Admin'])
    const user_ids = [manager, driver, ...users].map(({ id }) => id)
    const { body } = await owner.post('/policies', policy({ user_ids }), writeHeaders())
    const able = body.users.filter((user: { can_approve: boolean }) => user.can_approve)
    expect(able.map(({ name }: { name: string }) => name.replace(/ \S+$/, ''))).toEqual([
      'Dina',
      'Mona',
      'Super Admin',
    ])
  })

  it('are limited to a hundred per fleet', async () => {
    const { fleet, owner, policy } = await aStage()
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, all_vehicles, auto_approvable)
      select ${fleet.id}, n, true, true from generate_series(1, ${POLICIES_MAX}) n`)
    expect((await owner.post('/policies', policy())).body.fields).toEqual({ policies: ['too_many'] })
  })

  it('lose deleted users and vehicles, increment their revision, and then approve for no one else', async () => {
    const { fleet, owner, vehicle, manager, policy } = await aStage()
    const second = await server.build.vehicle(fleet)
    const body = policy({ all_vehicles: false, vehicle_ids: [vehicle.id, second.id] })
    const { id } = (await owner.post('/policies', body)).body
    await owner.delete(`/vehicles/${second.id}`)
    expect((await owner.delete(`/fleet_users/${manager.id}`)).status).toBe(200)
    const [left] = (await owner.get('/policies')).body.policies
    expect(left).toMatchObject({ id, rev: 3, vehicle_ids: [vehicle.id], user_ids: [], users: [] })
    // An earlier form still refers to them. Saving it is refused, both as an edit and as a new policy.
    expect((await owner.put(`/policies/${id}`, body, writeHeaders(undefined, 1))).status).toBe(412)
    expect((await owner.post('/policies', body)).body.fields).toEqual({
      user_ids: ['id'],
      vehicle_ids: ['id'],
    })
    // A row that the database owner deletes is removed from the policy too.
    const another = await server.build.user(fleet, { roles: ['Manager'] })
    await owner.put(`/policies/${id}`, policy({ user_ids: [another.id] }))
    await server.db.query(sql`delete from users where id = ${another.id}`)
    expect((await owner.get('/policies')).body.policies[0]).toMatchObject({ rev: 5, user_ids: [] })
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body.has_policy).toBe(true)
  })

  it('record in the audit trail who changed what, for admin-type users', async () => {
    const { fleet, owner, manager, vehicle, policy } = await aStage()
    const { id } = (await owner.post('/policies', policy())).body
    const change = policy({
      all_vehicles: false,
      vehicle_ids: [vehicle.id],
      service_definition_ids: [oil.id],
    })
    await owner.put(`/policies/${id}`, change)
    await owner.delete(`/policies/${id}`)
    const { changes } = (await owner.get('/user_changes')).body
    const amount = { field: 'amount', from: null, to: '250.00' }
    const mona = [expect.stringMatching(/^Mona/)]
    expect(changes).toMatchObject([
      { act: 'policy.deleted', of: null, changes: [amount, { field: 'user_ids', to: mona }, {}, {}] },
      {
        act: 'policy.updated',
        by: { name: expect.stringMatching(/^Dana/) },
        changes: [
          amount,
          { field: 'all_vehicles', from: true, to: false },
          { field: 'policy_vehicle_ids', from: [], to: [expect.any(String)] },
          { field: 'service_definition_ids', from: [], to: ['Oil change'] },
        ],
      },
      {
        act: 'policy.created',
        changes: [amount, { field: 'user_ids', to: mona }, { field: 'all_vehicles' }],
      },
    ])
    expect((await (await server.as(manager)).get('/user_changes')).status).toBe(403)
    // The fleet's own connection can only append rows of its fleet, and change none.
    const other = await server.build.fleet()
    const asFleet = (query: ReturnType<typeof sql>) => server.db.tenant(fleet.id, (tx) => tx.query(query))
    await expect(
      asFleet(
        sql`insert into audit_trail (fleet_id, user_id, act) values (${other.id}, ${manager.id}, 'policy.deleted')`,
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(asFleet(sql`delete from audit_trail`)).rejects.toThrow(/permission denied/)
  })

  it('are read by the index of their fleet', async () => {
    const { fleet, owner, vehicle, policy } = await aStage()
    await owner.post('/policies', policy())
    const work = async (tx: Transaction) => {
      await policiesRepository.list(tx, fleet.id)
      await evaluateEstimate(tx, fleet.id, { vehicleId: vehicle.id, amount: '1.00', serviceIds: [] })
    }
    const plans = await plansOf(server, fleet.id, work, { isForced: true })
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('Index Scan using maintenance_policies_fleet')
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

describe('an estimate and the policies', () => {
  const oilLine = (price: string) => ({
    service_definition_id: oil.id,
    name: 'Oil change',
    position: null,
    price,
    note: null,
  })
  async function estimated({ fleet, owner, vehicle }: Stage, price: string) {
    const [time = ''] = await freeTimes(owner, shop.id, aWorkday())
    const body = aRequest({ shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: time }, oil.id)
    const order = (await owner.post('/orders', body, writeHeaders())).body
    const orderKey = { fleetId: fleet.id, id: order.id as number }
    await server.db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { lines: [oilLine(price)] }),
    )
    return { orderKey, show: async () => (await owner.get(`/orders/${orderKey.id}`)).body }
  }

  it('is approved automatically by the lowest policy that covers it, and the order keeps the reason, whatever happens to the policy', async () => {
    const stage = await aStage()
    const { owner, policy } = stage
    const automatic = { user_ids: [], auto_approvable: true }
    await owner.post('/policies', policy({ ...automatic, amount: '900' }))
    const { body: low } = await owner.post(
      '/policies',
      policy({ ...automatic, amount: '100', service_definition_ids: [oil.id] }),
    )
    await owner.post('/policies', policy({ ...automatic, amount: '99.99', service_definition_ids: [oil.id] }))
    const { show } = await estimated(stage, '100.00')
    const because = {
      policy: { id: low.id, amount: '100.00', service_definition_ids: [oil.id], vehicle_count: null },
      estimate: '100.00',
      over: null,
      services: [],
    }
    expect(await show()).toMatchObject({
      status: 'approved',
      approver: 'Auto-Approve',
      policy_reason: because,
    })
    await owner.delete(`/policies/${low.id}`)
    expect(await show()).toMatchObject({ policy_reason: because })
  })

  it('waits if none covers it, and the order shows what the closest one lacks, and who may approve (APR-036)', async () => {
    const stage = await aStage()
    const { owner, manager, policy } = stage
    const automatic = { user_ids: [], auto_approvable: true }
    await owner.post('/policies', policy({ ...automatic, service_definition_ids: [brakes.id] }))
    const { body: near } = await owner.post('/policies', policy({ ...automatic, amount: '99.99' }))
    await owner.post('/policies', policy({ amount: '500' }))
    const { show } = await estimated(stage, '100.00')
    expect(await show()).toMatchObject({
      status: 'awaiting_approval',
      approver: null,
      approvers: [{ id: manager.id }],
      policy_reason: { policy: { id: near.id }, estimate: '100.00', over: '0.01', services: [] },
    })
    // An inactive user approves nothing, so the owners do.
    await server.db.query(sql`update users set is_active = false where id = ${manager.id}`)
    expect(await show()).toMatchObject({
      can_approve: true,
      approvers: [{ name: expect.stringMatching(/^Dana/) }],
    })
  })

  it('keeps no reason of an automatic approval when it waits again for a higher amount that the policy covers, and is approved by a user', async () => {
    const stage = await aStage()
    const { owner, policy, fleet } = stage
    await owner.post('/policies', policy({ user_ids: [], auto_approvable: true, amount: '900' }))
    const { orderKey, show } = await estimated(stage, '100.00')
    expect(await show()).toMatchObject({ status: 'approved', policy_reason: { estimate: '100.00' } })
    const lines: { id: number; status: string }[] = (await show()).order_services
    const final = [{ ...oilLine('120.00'), id: lines.find(({ status }) => status !== 'deleted')?.id }]
    await server.db.tenant(fleet.id, (tx) =>
      exceedEstimate({ tx, clock: server.services.now }, orderKey, final, {}),
    )
    const waiting = await show()
    expect(waiting).toMatchObject({ status: 'awaiting_approval', policy_reason: null })
    await owner.put(`/orders/${orderKey.id}`, { status: 'approved' }, writeHeaders(undefined, waiting.rev))
    expect(await show()).toMatchObject({
      status: 'approved',
      approver: expect.stringMatching(/^Dana/),
      policy_reason: null,
    })
  })

  it('waits without mentioning policies if the fleet has none that approves automatically', async () => {
    const stage = await aStage()
    const { show } = await estimated(stage, '100.00')
    expect(await show()).toMatchObject({
      status: 'awaiting_approval',
      policy_reason: null,
      can_approve: true,
    })
  })
})
