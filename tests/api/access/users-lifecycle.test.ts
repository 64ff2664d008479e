import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { USER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

let server: TestServer
let service: { id: number }
beforeAll(async () => {
  server = await startTestServer()
  service = await server.build.service()
})
afterAll(() => server.stop())

const codeOf = ({ status, body }: ApiResponse) =>
  [status, body.code, body.fields].filter((part) => part !== undefined)

async function aFleet() {
  const fleet = await server.build.fleet()
  const owner = await server.build.user(fleet)
  const driver = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Emeka' })
  return { fleet, owner, driver, client: await server.as(owner) }
}
const userOf = async (client: Client, fleet: { id: number }, user: { id: number }) =>
  (await client.get(`/fleets/${fleet.id}/users/${user.id}`)).body
const signIn = (user: { email: string; password: string }) =>
  server.client().post('/sessions', { email: user.email, password: user.password })

describe('a deactivated user', () => {
  it('is signed out everywhere immediately and cannot sign in until activated again (USR-015, USR-036)', async () => {
    const { fleet, driver, client } = await aFleet()
    const [phone, laptop] = [await server.as(driver), await server.as(driver)]
    const { ticket } = (await phone.post('/tickets', { purpose: 'download' })).body
    expect((await phone.get('/customers/me')).status).toBe(200)
    const rev = (await userOf(client, fleet, driver)).rev
    const off = await client.put(`/fleet_users/${driver.id}/deactivate`, {}, writeHeaders(undefined, rev))
    expect([off.status, off.body.is_active, off.body.rev]).toEqual([200, false, rev + 1])
    for (const device of [phone, laptop])
      expect(codeOf(await device.get('/customers/me'))).toEqual([401, 'not_signed_in'])
    expect((await server.client().get(`/vehicles.csv?auth_token=${ticket}`)).status).toBe(401)
    expect(codeOf(await signIn(driver))).toEqual([401, 'invalid_credentials'])
    const left = await server.db.query(sql`
      select user_id from sessions where user_id = ${driver.id} union all select user_id from devices where user_id = ${driver.id}
      union all select user_id from password_resets where user_id = ${driver.id}`)
    expect(left).toEqual([])
    const on = await client.put(`/fleet_users/${driver.id}/deactivate`, {}, writeHeaders(undefined, rev + 1))
    expect([on.status, on.body.is_active]).toEqual([200, true])
    expect((await phone.get('/customers/me')).status).toBe(401)
    expect((await signIn(driver)).status).toBe(200)
  })

  it('cannot be edited, and stays assigned to vehicles, whose form can still be saved (USR-011)', async () => {
    const { fleet, driver, client } = await aFleet()
    const van = await server.build.vehicle(fleet, { drivers: [driver] })
    await client.put(`/fleet_users/${driver.id}/deactivate`, { is_active: false })
    expect(codeOf(await client.put(`/fleet_users/${driver.id}`, { city: 'Gary' }))).toEqual([
      403,
      'not_allowed',
    ])
    const saved = await client.put(`/vehicles/${van.id}`, { driver_ids: [driver.id] })
    expect([saved.status, saved.body.drivers?.length]).toEqual([200, 1])
    const other = await server.build.vehicle(fleet)
    expect((await client.put(`/vehicles/${other.id}`, { driver_ids: [driver.id] })).status).toBe(422)
  })
})

describe('a deleted user', () => {
  it('is removed from lists and vehicles, cannot sign in, and stays named in past actions (USR-012)', async () => {
    const { fleet, driver, client } = await aFleet()
    const van = await server.build.vehicle(fleet, { drivers: [driver] })
    const phone = await server.as(driver)
    const entry = aHistory({ vehicle_id: van.id }, service.id)
    expect((await phone.post('/manual_maintenance_histories', entry)).status).toBe(201)
    const { rev, name } = await userOf(client, fleet, driver)
    const gone = await client.delete(`/fleet_users/${driver.id}`, writeHeaders(undefined, rev))
    expect([gone.status, gone.body]).toEqual([200, { success: true, id: driver.id }])

    expect((await phone.get('/customers/me')).status).toBe(401)
    expect(codeOf(await signIn(driver))).toEqual([401, 'invalid_credentials'])
    expect((await client.get(`/fleets/${fleet.id}/users/${driver.id}`)).status).toBe(404)
    expect(
      (await client.get('/fleet_users')).body.users.map((user: { id: number }) => user.id),
    ).not.toContain(driver.id)
    const vehicle = (await client.get(`/vehicles/${van.id}`)).body
    expect(vehicle.drivers).toEqual([])
    const history = JSON.stringify((await client.get(`/manual_maintenance_histories/${entry.id}`)).body)
    expect(history).toContain(name)
    const [row] = await server.db.query<Record<string, unknown>>(
      sql`select name, email, cell_phone, password_hash from users where id = ${driver.id}`,
    )
    expect(row).toEqual({ name, email: `deleted:${driver.id}`, cell_phone: null, password_hash: null })
  })

  it('releases the address, and a second deletion returns 404', async () => {
    const { driver, client } = await aFleet()
    expect((await client.delete(`/fleet_users/${driver.id}`)).status).toBe(200)
    expect((await client.delete(`/fleet_users/${driver.id}`)).status).toBe(404)
    const again = { firstName: 'Emeka', lastName: 'Again', email: driver.email, roles: ['Driver'] }
    expect((await client.post('/fleet_users', again)).status).toBe(201)
  })

  it('cannot delete themselves (USR-032)', async () => {
    const { owner, client } = await aFleet()
    expect(codeOf(await client.delete(`/fleet_users/${owner.id}`))).toEqual([403, 'not_allowed'])
    expect(codeOf(await client.put(`/fleet_users/${owner.id}/deactivate`, {}))).toEqual([403, 'not_allowed'])
  })
})

describe('the last owner', () => {
  it('remains: of two who delete each other at once, one is left', async () => {
    for (let round = 0; round < 5; round++) {
      const { fleet, owner, client } = await aFleet()
      const second = await server.build.user(fleet)
      const other = await server.as(second)
      const responses = await Promise.all([
        client.delete(`/fleet_users/${second.id}`),
        other.delete(`/fleet_users/${owner.id}`),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = await server.db.query(
        sql`select 1 from users where fleet_id = ${fleet.id} and is_active and 'Owner' = any(roles)`,
      )
      expect(left).toHaveLength(1)
    }
  })

  it('cannot be given a lower role, nor deleted, by a higher one', async () => {
    const fleet = await server.build.fleet()
    const owner = await server.build.user(fleet)
    const root = await server.as(await server.build.user(fleet, { roles: ['Super Admin'] }))
    const demote = (user: { id: number }) => root.put(`/fleet_users/${user.id}`, { roles: ['Driver'] })
    expect(codeOf(await demote(owner))).toEqual([422, 'validation', { roles: ['last_owner'] }])
    const second = await server.build.user(fleet)
    expect((await demote(owner)).status).toBe(200)
    expect(codeOf(await demote(second))).toEqual([422, 'validation', { roles: ['last_owner'] }])
  })

  it('of a management company is its last FMC user', async () => {
    const affiliation = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const user = (roles: Role[]) => server.build.user(fleet, { roles, affiliationId: affiliation.id })
    const [one, two] = [await user(['FMC']), await user(['FMC'])]
    const [first, second] = [await server.as(one), await server.as(two)]
    const responses = await Promise.all([
      first.put(`/fleet_users/${two.id}`, { roles: ['FMC Fleet Manager'] }),
      second.put(`/fleet_users/${one.id}`, { roles: ['FMC Fleet Manager'] }),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the vehicles of a user', () => {
  it('are added and removed without undoing assignments made in the meantime (USR-074)', async () => {
    const { fleet, owner, driver, client } = await aFleet()
    const vehicles = [1, 2, 3].map(() => server.build.vehicle(fleet))
    const [van, truck, bus] = (await Promise.all(vehicles)).map(({ id }) => id)
    const foreign = await server.build.vehicle(await server.build.fleet())
    for (const { id } of [driver, owner]) {
      const put = (body: object) => client.put(`/fleet_users/${id}`, body)
      expect((await put({ vehicle_ids: [van] })).status).toBe(200)
      expect((await client.put(`/vehicles/${truck}`, { driver_ids: [id] })).status).toBe(200)
      for (const _ of ['first', 'again']) {
        const saved = await put({ added_vehicle_ids: [bus], removed_vehicle_ids: [van] })
        expect([saved.status, new Set(saved.body.vehicle_ids)]).toEqual([200, new Set([truck, bus])])
      }
      const rejected = await put({ added_vehicle_ids: [foreign.id] })
      expect(codeOf(rejected)).toEqual([422, 'validation', { vehicle_ids: ['id'] }])
      const contradictory = await put({ added_vehicle_ids: [van], removed_vehicle_ids: [van] })
      expect(codeOf(contradictory)).toEqual([422, 'validation', { vehicle_ids: ['id'] }])
      expect((await put({ vehicle_ids: [] })).body.vehicle_ids).toEqual([])
    }
  })

  it('are limited in total, also if they are added in several requests', async () => {
    const { fleet, driver, client } = await aFleet()
    const { id: extra } = await server.build.vehicle(fleet)
    await server.db.system(async (tx) => {
      // Without triggers, which take seconds for so many vehicles.
      await tx.query(sql`alter table vehicles disable trigger user`)
      await tx.query(sql`alter table vehicle_drivers disable trigger user`)
      await tx.query(sql`
        with made as (
          insert into vehicles (fleet_id, year, make, model, name_of_vehicle, odometer_units)
          select ${fleet.id}, 2022, 'Ford', 'Transit', 'Van ' || i, 'mi'
          from generate_series(1, ${USER_VEHICLES_MAX}::int) i returning id)
        insert into vehicle_drivers (fleet_id, vehicle_id, user_id) select ${fleet.id}, id, ${driver.id} from made`)
      await tx.query(sql`alter table vehicles enable trigger user`)
      await tx.query(sql`alter table vehicle_drivers enable trigger user`)
    })
    const put = (body: object) => client.put(`/fleet_users/${driver.id}`, body)
    expect(codeOf(await put({ added_vehicle_ids: [extra] }))).toEqual([
      422,
      'validation',
      { vehicle_ids: ['too_many'] },
    ])
    const [one] = await server.db.query<{ id: number }>(
      sql`select vehicle_id as id from vehicle_drivers where user_id = ${driver.id} limit 1`,
    )
    const replaced = await put({ added_vehicle_ids: [extra], removed_vehicle_ids: [one?.id] })
    expect(replaced.status).toBe(200)
  })
})

describe('oneself', () => {
  it('saves their own profile in the form too, except email and roles (USR-068, decision 24)', async () => {
    const { fleet, owner, client } = await aFleet()
    const van = await server.build.vehicle(fleet)
    const given = { firstName: 'Dana', city: 'Gary', language: 'fr', vehicle_ids: [van.id], roles: ['Owner'] }
    const saved = await client.put(`/fleet_users/${owner.id}`, given)
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject(given)
    const roles = await client.put(`/fleet_users/${owner.id}`, { roles: ['Admin'] })
    expect(codeOf(roles)).toEqual([422, 'validation', { roles: ['locked'] }])
    const email = await client.put(`/fleet_users/${owner.id}`, { city: 'Elgin', email: 'other@example.com' })
    expect(codeOf(email)).toEqual([422, 'validation', { currentPassword: ['required'] }])
    const { city, rev } = await userOf(client, fleet, owner)
    expect(city).toBe('Gary')
    const late = await client.put(
      `/fleet_users/${owner.id}`,
      { city: 'Elgin' },
      writeHeaders(undefined, rev - 1),
    )
    expect(codeOf(late)).toEqual([412, 'stale'])
  })

  it('gains no permissions: drivers and managers have only the preferences', async () => {
    const { fleet, driver } = await aFleet()
    const van = await server.build.vehicle(fleet)
    for (const user of [driver, await server.build.user(fleet, { roles: ['Manager'] })]) {
      const client = await server.as(user)
      const put = (body: object) => client.put(`/fleet_users/${user.id}`, body)
      for (const body of [
        { vehicle_ids: [van.id] },
        { roles: ['Owner'] },
        { roles: user.roles },
        { other_id: 'X' },
      ])
        expect(codeOf(await put(body)), JSON.stringify(body)).toEqual([403, 'not_allowed'])
      expect((await put({ firstName: 'Ngozi' })).status).toBe(200)
    }
  })
})

describe('what other devices know', () => {
  it('is notified of drivers who are renamed, assigned or removed, vehicle by vehicle', async () => {
    const { fleet, driver, client } = await aFleet()
    const [van, truck] = [
      await server.build.vehicle(fleet, { drivers: [driver] }),
      await server.build.vehicle(fleet),
    ]
    const cursor = await (async () => {
      await settled(server.db)
      return (await client.get('/sync?limit=500')).body.next as string
    })()
    const newsSince = async (from: string) => {
      await settled(server.db)
      const { body } = await client.get(`/sync?limit=500&cursor=${from}`)
      const vehicles = body.changes.filter((change: { type: string }) => change.type === 'vehicle')
      return {
        next: body.next as string,
        names: Object.fromEntries(
          vehicles.map((change: { id: string; data: { driver_names: string[] } }) => [
            change.id,
            change.data.driver_names.map((name) => name.split(' ')[0]),
          ]),
        ),
      }
    }
    await client.put(`/fleet_users/${driver.id}`, { firstName: 'Chidi' })
    const renamed = await newsSince(cursor)
    expect(renamed.names).toEqual({ [van.id]: ['Chidi'] })
    const before = (await client.get(`/vehicles/${truck.id}`)).body.rev
    await client.put(`/fleet_users/${driver.id}`, { vehicle_ids: [truck.id] })
    const moved = await newsSince(renamed.next)
    expect(moved.names).toEqual({ [van.id]: [], [truck.id]: ['Chidi'] })
    // A user whose vehicle form shows the former drivers gets a conflict on saving.
    expect((await client.get(`/vehicles/${truck.id}`)).body.rev).toBe(before + 1)
    await client.delete(`/fleet_users/${driver.id}`)
    expect((await newsSince(moved.next)).names).toEqual({ [truck.id]: [] })
  })
})
