import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { aHistory } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const IMPERSONATE = '/api/v4/fleet_users/impersonate_fleet'
const switchFleet = (client: Awaited<ReturnType<TestServer['as']>>, fleetId: unknown) =>
  client.put(IMPERSONATE, { fleet_id: fleetId })
const auditOf = (user: { id: number }) =>
  server.db.query<{ fleet_id: number; act: string }>(
    sql`select fleet_id, act from audit_trail where user_id = ${user.id} order by id`,
  )

/** An affiliation with two fleets, and an FMC user based in the first. */
async function aCompany(roles: Role[] = ['FMC']) {
  const { id: affiliationId } = await server.build.affiliation()
  const home = await server.build.fleet({ affiliationId })
  const customer = await server.build.fleet({ affiliationId, name: 'Customer', country: 'CA' })
  const user = await server.build.user(home, { roles, affiliationId })
  return { affiliationId, home, customer, user, client: await server.as(user) }
}

/** An Owner with two fuel-card accounts, the first with two fleets. A third account belongs to someone else. */
async function aCardholder() {
  const { build } = server
  const one = await build.account({ name: 'One' })
  const two = await build.account({ name: 'Two' })
  const foreign = await build.account({ name: 'Foreign' })
  const home = await build.fleet({ name: 'A home', accountId: one.id })
  const sister = await build.fleet({ name: 'B sister', accountId: one.id })
  const cousin = await build.fleet({ name: 'C cousin', accountId: two.id })
  const stranger = await build.fleet({ name: 'D stranger', accountId: foreign.id })
  const user = await build.user(home, { accounts: [one, two] })
  return { one, two, foreign, home, sister, cousin, stranger, user, client: await server.as(user) }
}

describe('an FMC user who acts for a fleet of the affiliation', () => {
  it('sees only that fleet until they return, as the session shows', async () => {
    // FMC-007, ruling 9, BRD-077
    const { home, customer, user, client } = await aCompany()
    const own = await server.build.vehicle(home, { name: 'At home' })
    const theirs = await server.build.vehicle(customer, { name: 'Of the customer' })
    const moved = await switchFleet(client, customer.id)
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { fleet_id: customer.id, home_fleet_id: home.id, fleet: { name: 'Customer', distance_unit: 'km' } },
    ])
    expect(moved.headers.get('set-cookie')).toMatch(new RegExp(`current_fleet_id=${customer.id};`))
    expect((await client.get('/customers/me')).body.fleet_id).toBe(customer.id)
    expect((await client.get('/fleets/me')).body.id).toBe(customer.id)
    expect((await client.get(`/vehicles/${theirs.id}`)).status).toBe(200)
    expect((await client.get(`/vehicles/${own.id}`)).status).toBe(404)
    expect((await switchFleet(client, home.id)).body.fleet_id).toBe(home.id)
    expect((await client.get(`/vehicles/${theirs.id}`)).status).toBe(404)
    expect(await auditOf(user)).toEqual([
      { fleet_id: customer.id, act: 'fleet.entered' },
      { fleet_id: customer.id, act: 'fleet.left' },
    ])
  })

  it('leaves an audit entry for each fleet that was entered, and none for staying in one', async () => {
    const { affiliationId, customer, user, client } = await aCompany()
    const other = await server.build.fleet({ affiliationId })
    for (const fleet of [customer, customer, other]) await switchFleet(client, fleet.id)
    expect(await auditOf(user)).toEqual([
      { fleet_id: customer.id, act: 'fleet.entered' },
      { fleet_id: customer.id, act: 'fleet.left' },
      { fleet_id: other.id, act: 'fleet.entered' },
    ])
    const ofCustomer = await server.db.tenant(customer.id, (tx) =>
      tx.query<{ user_id: number }>(sql`select user_id from audit_trail`),
    )
    expect(ofCustomer).toEqual([{ user_id: user.id }, { user_id: user.id }])
    await expect(
      server.db.tenant(customer.id, (tx) => tx.query(sql`delete from audit_trail`)),
    ).rejects.toThrow(/permission denied/)
  })

  it('writes entries in the fleet they act for, under their own name', async () => {
    const { customer, user, client } = await aCompany()
    const vehicle = await server.build.vehicle(customer)
    const service = await server.build.service()
    await switchFleet(client, customer.id)
    const entry = aHistory({ vehicle_id: vehicle.id, zip: 'M5V 2T6' }, service.id)
    const response = await client.post('/manual_maintenance_histories', entry, {
      'idempotency-key': randomUUID(),
      'x-wheelbook-scope': `${customer.id}:${user.id}`,
    })
    expect(response.status).toBe(201)
    expect(
      await server.db.query(
        sql`select fleet_id, created_by from manual_maintenance_histories where id = ${entry.id}`,
      ),
    ).toEqual([{ fleet_id: customer.id, created_by: user.id }])
  })

  it('cannot send an entry of the fleet that was left: it waits until the session returns there', async () => {
    // OFF-046, ruling 25
    const { home, customer, user, client } = await aCompany()
    const vehicle = await server.build.vehicle(home)
    const service = await server.build.service()
    await switchFleet(client, customer.id)
    const entry = aHistory({ vehicle_id: vehicle.id }, service.id)
    const headers = { 'idempotency-key': randomUUID(), 'x-wheelbook-scope': `${home.id}:${user.id}` }
    const refused = await client.post('/manual_maintenance_histories', entry, headers)
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
    await switchFleet(client, home.id)
    expect((await client.post('/manual_maintenance_histories', entry, headers)).status).toBe(201)
  })

  it.each([['foreign fleet'], ['no such fleet'], ['text'], ['nothing']])(
    'is refused a %s, with the same response for what exists and what does not',
    async (what) => {
      const { user, client, home } = await aCompany()
      const foreign = await server.build.fleet({
        affiliationId: (await server.build.affiliation()).id,
        name: 'Secret',
      })
      const given = { 'foreign fleet': foreign.id, 'no such fleet': 77_000_001, text: '1 or 1=1' }[what]
      const response = await switchFleet(client, given)
      expect(response.status).toBe(given === undefined || typeof given === 'string' ? 422 : 404)
      expect(JSON.stringify(response.body)).not.toContain('Secret')
      expect((await client.get('/customers/me')).body.fleet_id).toBe(home.id)
      expect(await auditOf(user)).toEqual([])
    },
  )

  it('has one of the three FMC roles', async () => {
    for (const role of ROLES) {
      const { customer, client } = await aCompany([role])
      const isFmc = ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'].includes(role)
      expect([role, (await switchFleet(client, customer.id)).status]).toEqual([role, isFmc ? 200 : 404])
    }
  })

  it('loses the fleet with the role or the affiliation, during the session', async () => {
    for (const change of [
      sql`update users set roles = '{Manager}'`,
      sql`update users set affiliation_id = null`,
    ]) {
      const { customer, user, client } = await aCompany()
      await switchFleet(client, customer.id)
      await server.db.query({ text: `${change.text} where id = $1`, values: [user.id] })
      expect((await client.get('/customers/me')).status).toBe(401)
    }
  })

  it('changes only their own session, and needs the header that blocks other sites', async () => {
    const { customer, home, user, client } = await aCompany()
    const second = await server.as(user)
    await switchFleet(client, customer.id)
    expect((await second.get('/customers/me')).body.fleet_id).toBe(home.id)
    const token = await server.build.session(user)
    const crossSite = await fetch(`${server.url}${IMPERSONATE}`, {
      method: 'PUT',
      headers: { cookie: `authentication_token=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fleet_id: customer.id }),
    })
    expect(crossSite.status).toBe(403)
  })
})

describe('a fuel-card user', () => {
  it('sees the accounts, and the fleets of each', async () => {
    // BRD-074, BRD-076
    const { one, two, home, sister, cousin, client } = await aCardholder()
    const { body } = await client.get('/customers/me')
    expect(body.user_accounts).toEqual([
      { id: one.id, name: 'One', is_active: true, enrolled: true },
      { id: two.id, name: 'Two', is_active: true, enrolled: true },
    ])
    expect(body.fleet.account).toMatchObject({ id: one.id })
    const fleetsOf = async (id: number) =>
      (await client.get(`/fleetcor_users/account_fleets?accountId=${id}`)).body.fleets
    expect(await fleetsOf(one.id)).toEqual([
      { id: home.id, name: 'A home' },
      { id: sister.id, name: 'B sister' },
    ])
    expect(await fleetsOf(two.id)).toEqual([{ id: cousin.id, name: 'C cousin' }])
  })

  it('can act for any fleet of the accounts, regardless of the role, and for no other', async () => {
    // BRD-075
    const { sister, cousin, stranger, foreign, home, client, user } = await aCardholder()
    for (const fleet of [sister, cousin, home])
      expect((await switchFleet(client, fleet.id)).body.fleet_id).toBe(fleet.id)
    expect((await switchFleet(client, stranger.id)).status).toBe(404)
    expect((await client.get(`/fleetcor_users/account_fleets?accountId=${foreign.id}`)).status).toBe(404)
    expect((await client.get(`/fleets/${stranger.id}`)).status).toBe(404)
    expect((await client.get(`/fleets/${stranger.id}/quick_links`)).status).toBe(404)
    const { affiliation } = (await client.get('/affiliations/me')).body
    expect(affiliation).toBeNull()
    expect((await auditOf(user)).map(({ act }) => act)).toEqual([
      'fleet.entered',
      'fleet.left',
      'fleet.entered',
      'fleet.left',
    ])
  })

  it('cannot enter a closed account, and leaves one that is closed meanwhile', async () => {
    // BRD-076
    const { two, cousin, client, user } = await aCardholder()
    await switchFleet(client, cousin.id)
    await server.db.query(sql`update accounts set is_active = false where id = ${two.id}`)
    expect((await client.get('/customers/me')).status).toBe(401)
    const again = await server.as(user)
    expect((await switchFleet(again, cousin.id)).status).toBe(404)
    expect((await again.get('/customers/me')).body.user_accounts).toContainEqual({
      id: two.id,
      name: 'Two',
      is_active: false,
      enrolled: true,
    })
  })
})

describe('the fleet record', () => {
  it('has every field of the specification, for the user’s own fleet and those they can act for', async () => {
    // BRD-077, FMC-031, FMC-033
    const { customer, client } = await aCompany()
    await server.db.query(sql`
      update fleets set payment_providers = '{Braintree,WEX}', root_reference_id = 'R1', pays_through_platform = true,
        telematics_database = 'db1' where id = ${customer.id}`)
    await server.build.link(customer, { name: 'Portal', link: 'https://portal.example/x' })
    await server.db.query(sql`
      insert into vehicles (fleet_id, odometer_units, cost_per_mile, ytd_maintenance_cost)
      values (${customer.id}, 'km', 0.1, 10.5), (${customer.id}, 'km', 0.3, 20)`)
    const { body } = await client.get(`/fleets/${customer.id}`)
    expect(body).toMatchObject({
      id: customer.id,
      name: 'Customer',
      account: null,
      fleet_payment_providers: ['Braintree', 'WEX'],
      root_reference_id: 'R1',
      pays_through_platform: true,
      ytd_maintenance_cost: '30.50',
      cost_per_mile: '0.2000',
      databaseName: 'db1',
      affiliation: { parent_id: null },
      fleet_links: [{ name: 'Portal', description: '', link: 'https://portal.example/x' }],
    })
    expect((await client.get(`/fleets/${customer.id}/quick_links`)).body.quick_links).toEqual(
      body.fleet_links,
    )
    // FMC-034: the app has it with the signed-in user; the call is for other clients (decision 61).
    const { affiliation } = (await client.get('/affiliations/me')).body
    expect(affiliation).toMatchObject({ parent_id: null })
    expect((await client.get('/customers/me')).body.fleet.affiliation).toEqual(affiliation)
  })

  it('has the costs of only the assigned vehicles for a driver, in every fleet they can act for', async () => {
    // Ruling 10
    const account = await server.build.account({ name: 'Shared' })
    const home = await server.build.fleet({ accountId: account.id })
    const sister = await server.build.fleet({ accountId: account.id })
    const user = await server.build.user(home, { roles: ['Driver'], accounts: [account] })
    const driver = await server.as(user)
    for (const [fleet, cost] of [
      [home, 10.5],
      [sister, 7],
    ] as const) {
      const own = await server.build.vehicle(fleet, { drivers: [user] })
      await server.db.query(sql`
        update vehicles set cost_per_mile = 0.1, ytd_maintenance_cost = ${cost} where id = ${own.id}`)
      await server.db.query(sql`
        insert into vehicles (fleet_id, odometer_units, cost_per_mile, ytd_maintenance_cost)
        values (${fleet.id}, 'mi', 0.3, 20)`)
    }
    const costs = { ytd_maintenance_cost: '10.50', cost_per_mile: '0.1000' }
    expect((await driver.get('/fleets/me')).body).toMatchObject(costs)
    expect((await driver.get(`/fleets/${home.id}`)).body).toMatchObject(costs)
    expect((await driver.get(`/fleets/${sister.id}`)).body).toMatchObject({
      ...costs,
      ytd_maintenance_cost: '7.00',
    })
    const owner = await server.as(await server.build.user(home))
    expect((await owner.get('/fleets/me')).body).toMatchObject({
      ytd_maintenance_cost: '30.50',
      cost_per_mile: '0.2000',
    })
  })

  it('recognizes the special affiliation', async () => {
    // CST-003
    await server.db.query(
      sql`insert into affiliations (id, name) overriding system value values (3, 'Special') on conflict do nothing`,
    )
    const client = await server.as(await server.build.user(await server.build.fleet({ affiliationId: 3 })))
    expect((await client.get('/affiliations/me')).body.affiliation).toEqual({
      id: 3,
      parent_id: null,
      is_special: true,
    })
  })

  it('accepts only http and https links', async () => {
    const fleet = await server.build.fleet()
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a b.example'])
      await expect(server.build.link(fleet, { link })).rejects.toThrow(/check constraint/)
  })
})

it('lists all roles, or only those of management companies', async () => {
  // USR-025, USR-026
  const client = await server.as(await server.build.user(await server.build.fleet()))
  const names = async (query: string) =>
    (await client.get(`/roles${query}`)).body.roles.map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual([...ROLES])
  expect(await names('?fmc=true')).toEqual(['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'])
})

describe('the current user', () => {
  it('returns all fields of the specification (USR-048, USR-049)', async () => {
    const { client, user, home, sister, cousin, one, two } = await aCardholder()
    const read = async () => (await client.get('/customers/me')).body
    expect(await read()).toMatchObject({
      user_accounts: [{ id: one.id }, { id: two.id }],
      user_account_fleets: [home, sister, cousin].map(({ id }) => ({ id })),
      payment_id: null,
      has_payment_method: false,
      pays_through_platform: false,
      fleet_payment_providers: [],
    })
    const card = await server.build.paymentMethod(home, user)
    await server.db.query(sql`
      update fleets set pays_through_platform = true, payment_providers = '{Braintree}' where id = ${home.id}`)
    expect(await read()).toMatchObject({
      payment_id: card.id,
      has_payment_method: true,
      pays_through_platform: true,
      fleet_payment_providers: ['Braintree'],
    })
    // A card of someone else that all users may pay with (ACC-132).
    const other = await server.build.user(home)
    await server.db.query(sql`update payment_methods set owner_id = ${other.id} where id = ${card.id}`)
    await server.db.query(sql`update payment_methods set all_users = true where id = ${card.id}`)
    expect(await read()).toMatchObject({ payment_id: null, has_payment_method: true })
  })

  it('returns the same values as the user record, and the number of vehicles without counting them (USR-049, ACC-130)', async () => {
    const fleet = await server.build.fleet()
    const user = await server.build.user(fleet)
    for (let i = 0; i < 2; i++) await server.build.vehicle(fleet)
    await server.db.query(sql`
      update users set other_id = 'U-7', address = '1 Elm St', city = 'Columbus', state = 'OH', garaging_zip = '43004'
      where id = ${user.id}`)
    await server.db.query(sql`
      update fleets set zip = '43215', fuel_card_account_number = '0400000000007' where id = ${fleet.id}`)
    await server.db.query(
      sql`insert into user_approval_fleets (user_id, fleet_id) values (${user.id}, ${fleet.id})`,
    )
    const client = await server.as(user)
    const names = [
      'zip',
      'vehiclesTotal',
      'fuel_card_account_number',
      'total_fleet_number',
      'approval_fleet_ids',
      'other_id',
      'is_active',
      'address',
      'city',
      'state',
      'garaging_zip',
      'affiliationId',
      'approvalFleetIds',
      'approval_fleets',
    ]
    const fieldsOf = (record: Record<string, unknown>) => names.map((name) => [name, record[name]])
    const me = (await client.get('/customers/me')).body
    expect(me).toMatchObject({
      vehiclesTotal: 2,
      approval_fleet_ids: [fleet.id],
      zip: '43215',
      other_id: 'U-7',
    })
    expect(fieldsOf(me)).toEqual(fieldsOf((await client.get(`/fleets/${fleet.id}/users/${user.id}`)).body))
    await server.db.query(sql`update fleets set car_count = 40 where id = ${fleet.id}`)
    expect((await client.get('/customers/me')).body.vehiclesTotal).toBe(40)
    const driver = await server.as(await server.build.user(fleet, { roles: ['Driver'] }))
    expect((await driver.get('/customers/me')).body.fuel_card_account_number).toBe(null)
  })
})
