import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { day } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const codeOf = ({ status, body }: ApiResponse) =>
  [status, body.code, body.fields].filter((part) => part !== undefined)
const namesIn = async (client: Client, path: string) =>
  (await client.get(path)).body.users.map((user: { firstName: string }) => user.firstName)
const update = (user: { id: number }, set: { text: string; values: unknown[] }) =>
  server.db.query({ ...set, text: `update users set ${set.text} where id = ${user.id}` })

async function aFleet(given: { brand?: string } = {}) {
  const fleet = await server.build.fleet(given)
  const owner = await server.build.user(fleet, { firstName: 'Zoe' })
  const client = await server.as(owner)
  const person = (firstName: string, roles: Role[] = ['Driver']) =>
    server.build.user(fleet, { firstName, roles })
  return { fleet, owner, client, person }
}

describe('the list of users', () => {
  it('USR-008, USR-010, USR-040: has names, roles, addresses, vehicles and document states, page by page', async () => {
    const { fleet, client, person } = await aFleet()
    const ann = await person('Ann')
    await person('Ben', ['Admin'])
    await person('Hidden', ['Super Admin'])
    await person('Company', ['FMC'])
    const van = await server.build.vehicle(fleet, { name: 'Van 7', drivers: [ann] })
    const truck = await server.build.vehicle(fleet, { name: 'Truck 2', drivers: [ann] })
    const documents = [
      [van.id, 'registration', day(400)],
      [van.id, 'vehicle_insurance', day(400)],
      [truck.id, 'vehicle_insurance', day(20)],
      [truck.id, 'other', null],
    ] as const
    for (const [vehicleId, type, until] of documents)
      await server.db.query(sql`
        insert into glovebox_items (id, fleet_id, vehicle_id, document_type, expiration_date, content_hash)
        values (gen_random_uuid(), ${fleet.id}, ${vehicleId}, ${type}, ${until}::date, '')`)
    const { body } = await client.get('/fleet_users?per_page=2')
    expect(body).toMatchObject({ page: 1, per_page: 2, total_count: 3, total_pages: 2 })
    expect(body.users[0]).toMatchObject({
      firstName: 'Ann',
      roles: ['Driver'],
      email: ann.email,
      vehicles: [{ name: 'Truck 2' }, { name: 'Van 7' }],
      documents: {
        driver_license: 'missing',
        registration: 'active',
        vehicle_insurance: 'expiring',
        other: 'active',
      },
    })
    expect(await namesIn(client, '/fleet_users?per_page=2&page=2')).toEqual(['Zoe'])
    expect(await namesIn(client, '/fleet_users?sort=-name')).toEqual(['Zoe', 'Ben', 'Ann'])
    await client.put(`/fleet_users/${ann.id}/deactivate`, {})
    expect(await namesIn(client, '/fleet_users?is_active=false')).toEqual(['Ann'])
    expect(await namesIn(client, '/fleet_users?is_active=true')).toEqual(['Ben', 'Zoe'])
  })

  it('is searched by any text, by enrolled vehicles and by roles, in any letter case', async () => {
    const { fleet, client, person } = await aFleet({ brand: 'fuelpass' })
    const ann = await person('Ann')
    const ben = await person('Ben', ['Fleet Manager'])
    await update(ann, sql`cell_phone = '3125550199', city = 'Gary', other_id = 'E-17%'`)
    const enrolled = await server.build.vehicle(fleet, { name: 'Blue Whale', drivers: [ann] })
    await server.build.vehicle(fleet, { name: 'Red Fox', drivers: [ben] })
    await server.db.query(sql`update vehicles set fleetcor_enrolled = true where id = ${enrolled.id}`)
    const found = (text: string) => namesIn(client, `/fleet_users?search=${encodeURIComponent(text)}`)
    for (const text of [
      '3125550199',
      'gArY',
      'e-17%',
      'ann PERSON',
      ann.email,
      'blue',
      'WHALE',
      'dRiVeR',
      'Conduct',
    ])
      expect(await found(text), text).toEqual(['Ann']) // USR-016, USR-019
    expect(await found('Red Fox')).toEqual([]) // USR-017
    expect(await found('fleet manager')).toEqual(['Ben']) // USR-018
    expect(await found('owner')).toEqual(['Zoe'])
    expect(await found('driver gary')).toEqual(['Ann'])
    for (const text of ['_', '%%', "' or 1=1 --", '\\'] as const) expect(await found(text), text).toEqual([])
    expect(await found('   ')).toHaveLength(3)
    await update(ben, sql`last_name = 'Lévêque', city = 'Montréal'`)
    for (const text of ['leveque', 'LÉVÊQUE', 'montreal lév', 'proprie'])
      expect(await found(text), text).toEqual([text === 'proprie' ? 'Zoe' : 'Ben'])
    const behind = (await client.get('/fleet_users?search=person&page=9')).body
    expect([behind.users, behind.total_count]).toEqual([[], 3])
  })

  it('contains no one of another fleet, and neither does any other call', async () => {
    const [mine, theirs] = [await aFleet(), await aFleet()]
    const stranger = await theirs.person('Stranger')
    expect(await namesIn(mine.client, '/fleet_users?search=Stranger')).toEqual([])
    const { fleet } = theirs
    for (const response of [
      await mine.client.get(`/fleets/${fleet.id}/users/${stranger.id}`),
      await mine.client.get(`/fleets/${mine.fleet.id}/users/${stranger.id}`),
      await mine.client.put(`/fleet_users/${stranger.id}`, { city: 'Gary' }),
      await mine.client.delete(`/fleet_users/${stranger.id}`),
      await mine.client.put(`/fleet_users/${stranger.id}/deactivate`, {}),
      await mine.client.post(`/fleet_users/${stranger.id}/invitations`),
    ])
      expect(codeOf(response)).toEqual([404, 'not_found'])
  })

  it('USR-006, USR-007, USR-009: is exported in both languages, and opens once with a ticket', async () => {
    const { fleet, client, person } = await aFleet()
    const ann = await person('=Ann')
    await server.build.vehicle(fleet, { name: 'Van 7', drivers: [ann] })
    const { ticket } = (await client.post('/tickets', { purpose: 'download' })).body
    const path = `/fleet_users.csv?download=true&language=EN&auth_token=${ticket}`
    const file = await server.client().get(path)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="users.csv"')
    const lines = file.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines[0]).toBe('Name,Roles,Email,Phone,Vehicles,Active')
    expect(lines[1]).toMatch(/^'=Ann Person\d+,Driver,.*@example\.com,,Van 7,Yes$/)
    expect(lines).toHaveLength(3)
    expect((await server.client().get(path)).status).toBe(401)
    // In the order of the list.
    for (const sort of ['-name', 'email', '-email']) {
      const sorted = String((await client.get(`/fleet_users.csv?sort=${sort}`)).body)
      const listed = (await client.get(`/fleet_users?sort=${sort}`)).body.users
      expect(sorted.match(/[^,]+@example\.com/g)).toEqual(listed.map((user: { email: string }) => user.email))
    }
    const french = await client.get('/fleet_users.csv?language=FR&search=conduct')
    expect(french.body).toContain('Nom;Rôles;Courriel;Téléphone;Véhicules;Actif')
    expect(french.body).toContain(';Conducteur;')
    expect((await client.get('/fleet_users.csv?fmc=true')).status).toBe(403)
  })
})

describe('users of a management company', () => {
  async function aCompany() {
    const affiliation = await server.build.affiliation()
    const of = { affiliationId: affiliation.id }
    const pool = await server.build.fleet({ ...of, name: 'Motor pool' })
    const customer = await server.build.fleet({ ...of, name: 'Customer' })
    const boss = await server.build.user(pool, { roles: ['FMC'], firstName: 'Naomi', ...of })
    return { affiliation, pool, customer, boss, client: await server.as(boss) }
  }

  it('are a separate list, with fleets instead of vehicles', async () => {
    const { pool, customer, client, affiliation } = await aCompany()
    const guest = {
      firstName: 'Kofi',
      lastName: 'Brann',
      email: `k${pool.id}@example.com`,
      roles: ['FMC Fleet Admin'],
    }
    const made = await client.post('/fleet_users', { ...guest, approvalFleetIds: [customer.id] })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      isFMC: true,
      fleet_id: pool.id,
      affiliation_id: affiliation.id,
      affiliationId: affiliation.id,
      vehicles: [], // USR-045
      approvalFleetIds: [customer.id],
      approval_fleets: [{ id: customer.id, name: 'Customer' }], // USR-009
    })
    expect(await namesIn(client, '/fleet_fmc_users')).toEqual(['Kofi', 'Naomi']) // USR-046
    expect(await namesIn(client, '/fleet_users')).toEqual([]) // USR-001
    expect((await client.get(`/fleets/${pool.id}/users/${made.body.id}`)).body).toEqual(made.body)
    expect((await client.get('/fleet_users.csv?fmc=true&language=en')).body).toContain('Fleets')
  })

  it('have no vehicles, approve only for fleets of the company, and cannot be combined with other roles', async () => {
    const { pool, client } = await aCompany()
    const other = await aCompany()
    const van = await server.build.vehicle(pool)
    const guest = { firstName: 'Kofi', lastName: 'Brann', email: `x${pool.id}@example.com`, roles: ['FMC'] }
    for (const [given, field, code] of [
      [{ vehicle_ids: [van.id] }, 'vehicle_ids', 'id'],
      [{ approvalFleetIds: [other.customer.id] }, 'approvalFleetIds', 'id'],
      [{ roles: ['FMC', 'Driver'] }, 'roles', 'role'],
    ] as const)
      expect(codeOf(await client.post('/fleet_users', { ...guest, ...given }))).toEqual([
        422,
        'validation',
        { [field]: [code] },
      ])
    expect(await namesIn(client, `/fleet_fmc_users?search=Naomi`)).toEqual(['Naomi'])
    expect((await client.get(`/fleets/${other.pool.id}/users/${other.boss.id}`)).status).toBe(404)
    expect((await client.put(`/fleet_users/${other.boss.id}`, { city: 'Gary' })).status).toBe(404)
  })

  it('USR-003, USR-031: are managed only by themselves', async () => {
    const { pool, boss } = await aCompany()
    for (const role of ['Owner', 'Admin', 'Driver', 'Super Admin'] as const) {
      const client = await server.as(await server.build.user(pool, { roles: [role] }))
      expect((await client.get('/fleet_fmc_users')).status).toBe(403)
      expect([403, 404]).toContain((await client.get(`/fleets/${pool.id}/users/${boss.id}`)).status)
    }
  })

  it('manage the users of a fleet they act for', async () => {
    const { customer, client } = await aCompany()
    const driver = await server.build.user(customer, { roles: ['Driver'], firstName: 'Emeka' })
    expect((await client.put(`/fleet_users/${driver.id}`, { city: 'Gary' })).status).toBe(404)
    await client.put('/fleet_users/impersonate_fleet', { fleet_id: customer.id })
    expect(await namesIn(client, '/fleet_users')).toEqual(['Emeka'])
    expect((await client.put(`/fleet_users/${driver.id}`, { city: 'Gary' })).status).toBe(200)
    const guest = {
      firstName: 'First',
      lastName: 'Owner',
      email: `o${customer.id}@example.com`,
      roles: ['Owner'],
    }
    const made = await client.post('/fleet_users', guest)
    expect([made.status, made.body.fleet_id]).toEqual([201, customer.id])
  })
})

describe('who changed what', () => {
  it('records who changed whom, when, and each field with old and new value; never a password', async () => {
    const { fleet, owner, client } = await aFleet()
    const van = await server.build.vehicle(fleet, { name: 'Van 7' })
    const guest = {
      firstName: 'Bea',
      lastName: 'Ortiz',
      email: `b${fleet.id}@example.com`,
      roles: ['Driver'],
    }
    const { body: user } = await client.post('/fleet_users', guest)
    const byMail = { ...user.email_notification_preferences, services_completed: true }
    await client.put(`/fleet_users/${user.id}`, {
      lastName: 'Diaz',
      roles: ['Manager'],
      vehicle_ids: [van.id],
      email_notification_preferences: byMail,
    })
    await client.put(`/fleet_users/${user.id}`, { lastName: 'Diaz' })
    await client.put(`/fleet_users/${user.id}/deactivate`, {})
    await client.put(`/fleet_users/${user.id}/deactivate`, {})
    await client.delete(`/fleet_users/${user.id}`)
    const { body } = await client.get(`/user_changes?user_id=${user.id}`)
    expect(body.next_cursor).toBe(null)
    const acts = body.changes.map(({ act, by, of }: Record<string, { id: number }>) => [act, by!.id, of!.id])
    expect(acts).toEqual(
      ['user.deleted', 'user.activated', 'user.deactivated', 'user.updated', 'user.created'].map((act) => [
        act,
        owner.id,
        user.id,
      ]),
    )
    expect(body.changes[0].of.name).toBe('Bea Diaz')
    expect(body.changes[3].changes).toEqual([
      { field: 'lastName', from: 'Ortiz', to: 'Diaz' },
      { field: 'roles', from: ['Driver'], to: ['Manager'] },
      { field: 'vehicle_ids', from: [], to: ['Van 7'] },
      { field: 'email_notification_preferences.services_completed', from: false, to: true },
    ])
    expect(body.changes[4].changes).toContainEqual({ field: 'email', from: null, to: guest.email })
    expect(Date.now() - Date.parse(body.changes[0].at)).toBeLessThan(60_000)
  })

  it('records that a password was set, and what users changed of themselves', async () => {
    const { owner, client } = await aFleet()
    const NEW = 'quiet harbour 7'
    await client.put(`/fleet_users/${owner.id}`, {
      newPassword: NEW,
      newPasswordConfirmation: NEW,
      currentPassword: owner.password,
      cellPhone: '3125550111',
    })
    const { body } = await client.get('/user_changes')
    expect(body.changes.map(({ act }: { act: string }) => act)).toEqual(['user.password_set', 'user.updated'])
    expect(body.changes[1].changes).toEqual([{ field: 'cellPhone', from: null, to: '3125550111' }])
    expect(JSON.stringify(body)).not.toMatch(/harbour|argon|horse/)
  })

  it('is read page by page by admin-type users of the fleet only', async () => {
    const { fleet, client, person } = await aFleet()
    const ann = await person('Ann')
    for (const city of ['Gary', 'Elgin', 'Aurora']) await client.put(`/fleet_users/${ann.id}`, { city })
    const pages: string[] = []
    let cursor: number | null = null
    do {
      const { body } = await client.get(
        `/user_changes?per_page=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      pages.push(body.changes[0].changes[0].to)
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(pages).toEqual(['Aurora', 'Elgin', 'Gary'])
    for (const role of ['Driver', 'Manager', 'Fleet Manager', 'FMC Fleet Manager'] as const) {
      const other = await server.as(await server.build.user(fleet, { roles: [role] }))
      expect((await other.get('/user_changes')).status).toBe(403)
    }
    expect((await (await aFleet()).client.get(`/user_changes?user_id=${ann.id}`)).body.changes).toEqual([])
  })

  it('cannot be changed, not even outside the API', async () => {
    const { client, person } = await aFleet()
    const ann = await person('Ann')
    await client.put(`/fleet_users/${ann.id}`, { city: 'Gary' })
    for (const act of [
      sql`update audit_trail set act = 'user.created' where subject_id = ${ann.id}`,
      sql`delete from audit_trail where subject_id = ${ann.id}`,
      sql`truncate audit_trail`,
    ])
      await expect(server.db.query(act)).rejects.toThrow('only added to')
  })
})
