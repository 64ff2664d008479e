import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { sql, tableNamed } from '#server/db/sql.ts'
import { purgeDeletedFleets, purgeFleet } from '#server/modules/fmc/fleets/fleet-deletion.service.ts'
import { createVaultCleaner } from '#server/modules/money/payment-methods/vault-cleaner.ts'
import { RETENTION, WITH_FLEET } from '#server/retention/retention.ts'
import { otherRows } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A management company with one FMC user in its own fleet. */
async function aCompany(roles: Role[] = ['FMC']) {
  const { id: affiliationId } = await server.build.affiliation()
  const home = await server.build.fleet({ affiliationId, name: 'Head office' })
  const user = await server.build.user(home, { roles, affiliationId })
  return { affiliationId, home, user, client: await server.as(user) }
}

const auditOf = (fleetId: number) =>
  server.db.query<{ act: string; user_id: number; changes: { field: string; from: unknown; to: unknown }[] }>(
    sql`select act, user_id, changes from audit_trail where fleet_id = ${fleetId} order by id`,
  )
const mailsTo = (email: string) =>
  server.db.query<{ subject: string; text: string }>(
    sql`select subject, text from mails where recipient = ${email}`,
  )
const ADDRESS = { address_line1: '12 Main St', city: 'Columbus', state: 'OH', zip: '43215' }

describe('a new fleet (FMC-025, FMC-027)', () => {
  it('belongs to the company of its creator, with every field', async () => {
    const { client, affiliationId, user } = await aCompany()
    const { status, body } = await client.post('/fleets', {
      fleet: {
        name: 'Northgate Couriers',
        region: 'East',
        rep: 'Naomi',
        other_id: 'NG-1',
        fleet_payment_type: 'wex',
        share_wex_number: true,
        address_attributes: ADDRESS,
      },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Northgate Couriers',
      region: 'East',
      rep: 'Naomi',
      other_id: 'NG-1',
      fleet_payment_type: 'wex',
      share_wex_number: true,
      address: ADDRESS,
      country: 'US',
      rev: 1,
      // Ruling 26.
      pays_through_platform: true,
      fleet_payment_providers: ['WEX'],
      affiliation: { id: affiliationId },
    })
    const [note] = await auditOf(body.id)
    expect(note).toMatchObject({ act: 'fleet.created', user_id: user.id })
    expect(note?.changes).toContainEqual({ field: 'region', from: null, to: 'East' })
    expect((await client.get('/api/v6/fleets?query=northgate')).body.fleets[0]).toMatchObject({
      id: body.id,
      share_wex_number: true,
      address: ADDRESS,
      active: false,
      account: null,
    })
  })

  it('has a subscription if its brand has a price, from the first of the next month, until it is removed', async () => {
    const { client } = await aCompany()
    const { body } = await client.post('/fleets', {
      fleet: { name: 'Paying Fleet', fleet_payment_type: 'credit_card', has_subscription: true },
    })
    const [next] = await server.db.query<{ day: string }>(sql`
      select to_char(date_trunc('month', now() at time zone time_zone) + interval '1 month', 'YYYY-MM-DD') as day
      from fleets where id = ${body.id}`)
    expect(body.subscribed_from).toBe(next?.day)
    const put = async (fleet: object) => (await client.put(`/fleets/${body.id}`, { fleet })).body
    // A running subscription does not start again.
    await server.db.query(sql`update fleets set subscribed_from = '2026-01-01' where id = ${body.id}`)
    expect((await put({ has_subscription: true })).subscribed_from).toBe('2026-01-01')
    expect((await put({ region: 'West' })).subscribed_from).toBe('2026-01-01')
    expect((await put({ has_subscription: false })).subscribed_from).toBeNull()
    expect((await auditOf(body.id)).at(-1)?.changes).toEqual([
      { field: 'subscribed_from', from: '2026-01-01', to: null },
    ])
    await server.db.query(sql`update fleets set brand = 'unpriced' where id = ${body.id}`)
    expect((await put({ has_subscription: true })).fields).toEqual({
      'fleet.has_subscription': ['no_subscription'],
    })
  })

  it('has no subscription without a provider that can charge it, because the months could never be paid (TRX-026)', async () => {
    const { client } = await aCompany()
    const rejected = { 'fleet.has_subscription': ['subscription_provider'] }
    const name = 'Invoiced Fleet'
    for (const type of [{}, { fleet_payment_type: 'invoice' }, { fleet_payment_type: 'pay_in_shop' }]) {
      const { status, body } = await client.post('/fleets', {
        fleet: { name, ...type, has_subscription: true },
      })
      expect([status, body.fields]).toEqual([422, rejected])
    }
    const { id } = (await client.post('/fleets', { fleet: { name, fleet_payment_type: 'invoice' } })).body
    const put = async (fleet: object) => (await client.put(`/fleets/${id}`, { fleet })).body
    expect((await put({ has_subscription: true })).fields).toEqual(rejected)
    const both = await put({ fleet_payment_type: 'fleetcor', has_subscription: true })
    expect(both.subscribed_from).not.toBeNull()
    // A running subscription stays, and the form sends it with every change.
    await server.db.query(sql`update fleets set payment_providers = '{}' where id = ${id}`)
    expect((await put({ region: 'West', has_subscription: true })).region).toBe('West')
  })

  it('is created once however often the request arrives', async () => {
    const { client } = await aCompany()
    const key = { 'idempotency-key': `"${randomUUID()}"` }
    const fleet = { name: 'Once Only', fleet_payment_type: 'invoice' }
    const responses = [
      await client.post('/fleets', { fleet }, key),
      await client.post('/fleets', { fleet }, key),
      await client.post('/fleets', { fleet }, key),
    ]
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect((await client.get('/api/v6/fleets?query=Once%20Only')).body.total_count).toBe(1)
  })

  it('invites its first Owner, who sets a password and signs in to that fleet', async () => {
    const { client } = await aCompany()
    const email = `${randomUUID()}@example.com`
    const { status, body } = await client.post('/fleets', {
      fleet: { name: 'Invited Fleet' },
      owner: { firstName: 'Olga', lastName: 'Ode', email, language: 'fr' },
    })
    expect(status).toBe(201)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('Invited Fleet')
    const token = /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const set = { newPassword: 'correct horse battery', newPasswordConfirmation: 'correct horse battery' }
    const reset = await server.client().put('/customers/reset_password', { ...set, resetToken: token })
    expect(reset.status).toBe(200)
    const [owner] = await server.db.query<{ fleet_id: number; roles: string[]; affiliation_id: null }>(
      sql`select fleet_id, roles, affiliation_id from users where email = ${email}`,
    )
    expect(owner).toEqual({ fleet_id: body.id, roles: ['Owner'], affiliation_id: null })
  })

  it('is not created if its Owner’s address belongs to another user', async () => {
    const { client, user } = await aCompany()
    const { status, body } = await client.post('/fleets', {
      fleet: { name: 'Never Created' },
      owner: { firstName: 'Olga', lastName: 'Ode', email: user.email },
    })
    expect([status, body.fields]).toEqual([422, { 'owner.email': ['email_taken'] }])
    expect((await client.get('/api/v6/fleets?query=Never%20Created')).body.total_count).toBe(0)
  })

  it.each([
    [{ name: '' }, 'fleet.name', 'required'],
    [{ name: 'see www.evil.example' }, 'fleet.name', 'name_address'],
    [{ name: 'A', fleet_payment_type: 'bill_to' }, 'fleet.fleet_payment_type', 'payment_type'],
    [{ name: 'A', time_zone: 'Mars/Olympus' }, 'fleet.time_zone', 'time_zone'],
    [{ name: 'A', time_zone: '+0300' }, 'fleet.time_zone', 'time_zone'],
    [{ name: 'A', time_zone: '-05:00' }, 'fleet.time_zone', 'time_zone'],
    [
      { name: 'A', address_attributes: { ...ADDRESS, state: 'QC' } },
      'fleet.address_attributes.state',
      'state_id',
    ],
    [
      { name: 'A', country: 'CA', address_attributes: { ...ADDRESS, state: 'QC' } },
      'fleet.address_attributes.zip',
      'postal_code',
    ],
  ])('is rejected with %j', async (fleet, field, code) => {
    const { client } = await aCompany()
    const { status, body } = await client.post('/fleets', { fleet })
    expect([status, body.fields?.[field]]).toEqual([422, [code]])
  })

  it('is only for the role FMC of a company (FMC-013, FMC-014)', async () => {
    for (const role of ['FMC Fleet Admin', 'FMC Fleet Manager'] as const) {
      const { client } = await aCompany([role])
      expect((await client.post('/fleets', { fleet: { name: 'A' } })).status).toBe(403)
    }
    const alone = await server.as(await server.build.user(await server.build.fleet(), { roles: ['FMC'] }))
    expect((await alone.post('/fleets', { fleet: { name: 'A' } })).status).toBe(403)
  })
})

describe('editing a fleet (FMC-026)', () => {
  it('changes the given fields, from any fleet of the company, and records them', async () => {
    const { client, affiliationId } = await aCompany(['FMC Fleet Admin'])
    const fleet = await server.build.fleet({ affiliationId, name: 'Old name' })
    const change = { name: 'New name', region: 'West', fleet_payment_type: 'credit_card' }
    const { status, body } = await client.put(`/fleets/${fleet.id}`, { fleet: change })
    expect([status, body]).toMatchObject([
      200,
      { ...change, pays_through_platform: true, fleet_payment_providers: ['Braintree'], rev: 2 },
    ])
    const invoiced = await client.put(`/fleets/${fleet.id}`, {
      fleet: { fleet_payment_type: 'invoice', region: null },
    })
    expect(invoiced.body).toMatchObject({
      pays_through_platform: false,
      fleet_payment_providers: ['Braintree'],
      region: null,
      name: 'New name',
    })
    expect((await auditOf(fleet.id)).flatMap(({ changes }) => changes)).toEqual([
      { field: 'name', from: 'Old name', to: 'New name' },
      { field: 'region', from: null, to: 'West' },
      { field: 'fleet_payment_type', from: null, to: 'credit_card' },
      { field: 'region', from: 'West', to: null },
      { field: 'fleet_payment_type', from: 'credit_card', to: 'invoice' },
    ])
  })

  it('refuses an edit of an earlier revision', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    const first = await client.put(`/fleets/${fleet.id}`, { fleet: { rep: 'A' } }, { 'if-match': '"1"' })
    const late = await client.put(`/fleets/${fleet.id}`, { fleet: { rep: 'B' } }, { 'if-match': '"1"' })
    expect([first.status, late.status, late.body.code]).toEqual([200, 412, 'stale'])
  })

  it('is refused to its own users and to another company', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId, brand: 'trackline' })
    const owner = await server.as(await server.build.user(fleet))
    expect((await owner.put(`/fleets/${fleet.id}`, { fleet: { name: 'Mine' } })).status).toBe(403)
    const { client: other } = await aCompany()
    expect((await other.put(`/fleets/${fleet.id}`, { fleet: { name: 'Mine' } })).status).toBe(404)
    expect((await client.put(`/fleets/${fleet.id}`, { fleet: {} })).status).toBe(422)
    // The telematics database can only be changed by the fleet of the session.
    expect((await client.put(`/fleets/${fleet.id}`, { databaseName: 'x' })).status).toBe(404)
    expect((await owner.put(`/fleets/${fleet.id}`, { databaseName: 'x' })).status).toBe(200)
  })
})

describe('quick links (FMC-035, FMC-036)', () => {
  it('are added, changed and removed, and shown in the avatar menu', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    const owner = await server.as(await server.build.user(fleet))
    const links = `/fleets/${fleet.id}/quick_links`
    const made = await client.post(links, {
      name: 'Fuel',
      description: 'Cards',
      link: 'https://fuel.example/a',
    })
    expect(made.status).toBe(201)
    const menu = async () => (await owner.get('/customers/me')).body.fleet.fleet_links
    expect(await menu()).toEqual([made.body])
    const change = { name: 'Tolls', description: '', link: 'https://tolls.example/' }
    expect((await client.put(`${links}/${made.body.id}`, change)).status).toBe(200)
    expect(await menu()).toEqual([{ id: made.body.id, ...change }])
    expect((await client.delete(`${links}/${made.body.id}`)).status).toBe(200)
    expect(await menu()).toEqual([])
    expect((await client.delete(`${links}/${made.body.id}`)).status).toBe(404)
  })

  it('are not changed over what someone else saved since the form opened (FMC-065)', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    const links = `/fleets/${fleet.id}/quick_links`
    const shown = { name: 'Fuel', description: '', link: 'https://fuel.example/a' }
    const { id } = (await client.post(links, shown)).body
    const save = (link: object, seen?: object) => client.put(`${links}/${id}`, { ...link, seen })
    for (const _attempt of ['sent', 'sent again after its response was lost'])
      expect((await save({ ...shown, name: 'Tolls' }, shown)).status).toBe(200)
    const late = await save({ ...shown, description: 'Cards' }, shown)
    expect([late.status, late.body.code, late.body.current]).toEqual([
      412,
      'stale',
      { id, ...shown, name: 'Tolls' },
    ])
    expect((await save({ ...shown, description: 'Cards' })).status).toBe(200)
  })

  it('are in the audit trail as they were before and after each change', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    const links = `/fleets/${fleet.id}/quick_links`
    const { id } = (await client.post(links, { name: 'Fuel', link: 'https://fuel.example/a' })).body
    await client.put(`${links}/${id}`, { name: 'Tolls', link: 'https://tolls.example/' })
    await client.delete(`${links}/${id}`)
    const entries = await server.db.query<{ changes: unknown }>(sql`
      select changes from audit_trail where fleet_id = ${fleet.id} and act = 'fleet.updated' order by id`)
    const [first, second] = ['Fuel: https://fuel.example/a', 'Tolls: https://tolls.example/']
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'fleet_links', from: null, to: first }],
      [{ field: 'fleet_links', from: first, to: second }],
      [{ field: 'fleet_links', from: second, to: null }],
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://files.example/',
    'https://bank.example@evil.example/',
    'https://',
    'https://a b',
    '//evil.example',
    `https://x.example/${'a'.repeat(2000)}`,
  ])('reject anything but a plain web address: %s', async (link) => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    const { status, body } = await client.post(`/fleets/${fleet.id}/quick_links`, { name: 'A', link })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['link']])
  })

  it('are limited to twenty, even if several are added at the same moment', async () => {
    const { client, affiliationId } = await aCompany()
    const fleet = await server.build.fleet({ affiliationId })
    for (let n = 0; n < 18; n++) await server.build.link(fleet)
    const add = () =>
      client.post(`/fleets/${fleet.id}/quick_links`, { name: 'A', link: 'https://a.example/' })
    const responses = await Promise.all(Array.from({ length: 6 }, add))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422])
  })
})

describe('deleting a fleet (FMC-029)', () => {
  /** A fleet with a vehicle that has a paid order, one without orders, an Owner and a link. */
  async function aFleetToDelete(affiliationId: number) {
    const fleet = await server.build.fleet({ affiliationId, name: 'Leaving' })
    const owner = await server.build.user(fleet)
    const paid = await server.build.vehicle(fleet, { name: 'Paid van' })
    const idle = await server.build.vehicle(fleet, { name: 'Idle van' })
    const order = await otherRows(server.db).order(paid, { total: '80.00', status: 'paid' })
    await server.build.link(fleet)
    return { fleet, owner, paid, idle, order }
  }

  it('lists what would be removed and what is kept, then removes it and keeps the paid orders', async () => {
    const { client, affiliationId, user } = await aCompany()
    const { fleet, owner, paid, idle } = await aFleetToDelete(affiliationId)
    const ownerClient = await server.as(owner)
    const preview = await client.get(`/fleets/${fleet.id}/deletion`)
    expect(preview.body).toMatchObject({
      fleet: { id: fleet.id, name: 'Leaving' },
      blockers: [],
      open_orders: [],
      removes: { users: 1, vehicles: 2, policies: 0 },
      keeps: { orders: 1 },
    })
    expect((await client.delete(`/fleets/${fleet.id}`)).body).toEqual({ success: true, id: fleet.id })

    expect((await client.get('/api/v6/fleets?query=Leaving')).body.total_count).toBe(0)
    expect((await client.get(`/fleets/${fleet.id}`)).status).toBe(404)
    expect((await client.delete(`/fleets/${fleet.id}`)).status).toBe(404)
    expect((await ownerClient.get('/customers/me')).status).toBe(401)
    const signIn = await server.client().post('/sessions', { email: owner.email, password: owner.password })
    expect(signIn.status).toBe(401)
    expect((await auditOf(fleet.id)).at(-1)).toMatchObject({ act: 'fleet.deleted', user_id: user.id })

    await purgeFleet(server.db, fleet.id)
    await purgeFleet(server.db, fleet.id)
    const left = await server.db.query<{ id: number; is_active: boolean }>(
      sql`select id, is_active from vehicles where fleet_id = ${fleet.id}`,
    )
    expect(left).toEqual([{ id: paid.id, is_active: false }])
    expect(left).not.toContainEqual({ id: idle.id })
    const [orders] = await server.db.query<{ n: number }>(
      sql`select count(*) as n from shop_orders where fleet_id = ${fleet.id} and total = 80`,
    )
    expect(orders?.n).toBe(1)
    const [gone] = await server.db.query<{ purged: boolean; email: string }>(sql`
      select purged_at is not null as purged, (select email from users where id = ${owner.id}) as email
      from fleets where id = ${fleet.id}`)
    expect(gone).toEqual({ purged: true, email: `deleted:${owner.id}` })
  })

  it('leaves no row that lasts as long as the fleet, nothing personal in payment methods, and no customer at the gateway', async () => {
    const { client, affiliationId } = await aCompany()
    const { fleet, owner } = await aFleetToDelete(affiliationId)
    const { db } = server
    const card = await server.build.paymentMethod(fleet, owner, { name: "Dana's card", isForAll: false })
    await db.query(sql`
      update payment_methods set cardholder_name = 'Dana Reed', billing_zip = '43215', email = 'dana@example.com'
      where id = ${card.id}`)
    await db.query(sql`insert into payment_method_users values (${fleet.id}, ${card.id}, ${owner.id})`)
    await db.query(sql`insert into telematics_feeds values (${fleet.id}, 'leaving', '0001')`)
    await db.query(sql`insert into maintenance_policies (fleet_id, amount) values (${fleet.id}, 100)`)
    await db.query(sql`
      insert into addresses (fleet_id, address_line1, city, state, zip)
      values (${fleet.id}, '12 Main St', 'Columbus', 'OH', '43215')`)
    await db.query(sql`update fleets set card_customer_id = 'leaving' where id = ${fleet.id}`)
    await db.query(sql`insert into card_sandbox.customers values ('leaving')`)
    const tables = Object.keys(RETENTION).filter((name) => RETENTION[name] === WITH_FLEET)
    const filled = async () => {
      const counts = tables.map(async (name) => {
        const [row] = await db.query<{ n: number }>(
          sql`select count(*) as n from ${tableNamed(name)} where fleet_id = ${fleet.id}`,
        )
        return row?.n ? [name] : []
      })
      return (await Promise.all(counts)).flat()
    }
    expect(await filled()).toEqual(tables)
    await client.delete(`/fleets/${fleet.id}`)
    await purgeFleet(db, fleet.id)
    await createVaultCleaner(server.services)()
    const expectNothingLeft = async () => {
      expect(await filled()).toEqual([])
      const [method] = await db.query(sql`
        select name, cardholder_name, billing_zip, email, last_4 from payment_methods where id = ${card.id}`)
      expect(method).toEqual({
        name: null,
        cardholder_name: null,
        billing_zip: null,
        email: null,
        last_4: '1111',
      })
    }
    await expectNothingLeft()
    // A server of an earlier version purged the fleet during an upgrade.
    await db.query(sql`
      update payment_methods set type = 'paypal_account', name = 'Dana', email = 'dana@example.com' where id = ${card.id}`)
    await db.query(sql`insert into payment_method_users values (${fleet.id}, ${card.id}, ${owner.id})`)
    await db.query(sql`insert into telematics_feeds values (${fleet.id}, 'leaving', '0001')`)
    await purgeDeletedFleets(db)
    await expectNothingLeft()
    expect(await db.query(sql`select from card_sandbox.customers where id = 'leaving'`)).toEqual([])
  })

  it('is refused while an order is open, which the response names', async () => {
    const { client, affiliationId } = await aCompany()
    const { fleet, idle, owner } = await aFleetToDelete(affiliationId)
    const service = await server.build.service()
    const open = await anOpenOrder(server.db, idle, { originatorId: owner.id, serviceId: service.id })
    const { status, body } = await client.delete(`/fleets/${fleet.id}`)
    expect([status, body.code, body.current]).toMatchObject([
      409,
      'fleet_in_use',
      {
        blockers: [{ code: 'open_orders', count: 1 }],
        open_orders: [{ id: open.id, vehicle_name: 'Idle van' }],
      },
    ])
    expect((await client.get(`/fleets/${fleet.id}`)).status).toBe(200)
  })

  it.each([
    [
      'a month of its subscription is unpaid',
      'unpaid_subscription_months',
      sql`insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
        select id, '2026-01-01', 1, 5, 5, 'USD', 'failed' from fleets where name = 'Leaving' order by id desc limit 1`,
    ],
    [
      'an order waits in manual review',
      'orders_in_review',
      sql`update shop_orders set status = 'paid_deferred' where id = (select max(id) from shop_orders)`,
    ],
  ])('is refused while %s', async (_why, code, event) => {
    const { client, affiliationId } = await aCompany()
    const { fleet } = await aFleetToDelete(affiliationId)
    await server.db.query(event)
    const { status, body } = await client.delete(`/fleets/${fleet.id}`)
    expect([status, body.current?.blockers]).toEqual([409, [{ code, count: 1 }]])
  })

  it('is refused for the fleet that the company’s own users belong to', async () => {
    const { client, home } = await aCompany()
    const { status, body } = await client.delete(`/fleets/${home.id}`)
    expect([status, body.current.blockers]).toEqual([409, [{ code: 'company_staff', count: 1 }]])
  })

  it('is refused while a user who belongs to it manages another fleet of a fuel-card account (FMC-063)', async () => {
    const { client, affiliationId } = await aCompany()
    const account = await server.build.account()
    const { fleet } = await aFleetToDelete(affiliationId)
    await server.db.query(sql`update fleets set account_id = ${account.id} where id = ${fleet.id}`)
    const manager = await server.build.user(fleet, { accounts: [account] })
    const blockers = async () => (await client.get(`/fleets/${fleet.id}/deletion`)).body.blockers
    expect(await blockers()).toEqual([])
    const other = await server.build.fleet({ accountId: account.id })
    const { status, body } = await client.delete(`/fleets/${fleet.id}`)
    expect([status, body.current.blockers]).toEqual([409, [{ code: 'users_with_other_fleets', count: 1 }]])
    await server.db.query(sql`update users set is_active = false where id = ${manager.id}`)
    expect(await blockers()).toEqual([])
    await server.db.query(sql`update users set is_active = true where id = ${manager.id}`)
    await server.db.query(sql`update accounts set is_active = false where id = ${account.id}`)
    expect(await blockers()).toEqual([])
    await server.db.query(sql`update accounts set is_active = true where id = ${account.id}`)
    await server.db.query(sql`update fleets set deleted_at = now() where id = ${other.id}`)
    expect((await client.delete(`/fleets/${fleet.id}`)).status).toBe(200)
  })

  it('ends the sessions of staff who act for it, and accepts nothing new', async () => {
    const { client, affiliationId, home } = await aCompany()
    const { fleet, idle } = await aFleetToDelete(affiliationId)
    const colleague = await server.as(
      await server.build.user(home, { roles: ['FMC Fleet Manager'], affiliationId }),
    )
    await colleague.put('/fleet_users/impersonate_fleet', { fleet_id: fleet.id })
    expect((await client.delete(`/fleets/${fleet.id}`)).status).toBe(200)
    expect((await colleague.get('/vehicles')).status).toBe(401)
    await expect(otherRows(server.db).order(idle, { status: 'initiated' })).rejects.toThrow('deleted')
    await expect(server.build.vehicle(fleet)).rejects.toThrow('deleted')
    await expect(server.build.user(fleet)).rejects.toThrow('deleted')
  })

  it('accepts no booking that arrives at the same moment', async () => {
    const { client, affiliationId } = await aCompany()
    for (let round = 0; round < 5; round++) {
      const { fleet, idle } = await aFleetToDelete(affiliationId)
      const [booked, deleted] = await Promise.all([
        otherRows(server.db)
          .order(idle, { status: 'initiated' })
          .then(
            () => true,
            () => false,
          ),
        client.delete(`/fleets/${fleet.id}`),
      ])
      expect(deleted.status).toBe(booked ? 409 : 200)
    }
  })

  it('requires the revision that was shown, if one is named', async () => {
    const { client, affiliationId } = await aCompany()
    const { fleet } = await aFleetToDelete(affiliationId)
    await client.put(`/fleets/${fleet.id}`, { fleet: { rep: 'Somebody' } })
    expect((await client.delete(`/fleets/${fleet.id}`, { 'if-match': '"1"' })).status).toBe(412)
    expect((await client.delete(`/fleets/${fleet.id}`, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('pickers', () => {
  it('list every fleet of the company by name (FMC-032), and the five payment types (ruling 26)', async () => {
    const { client, affiliationId } = await aCompany()
    await server.build.fleet({ affiliationId, name: 'Aardvark Hauling' })
    await aCompany()
    const { fleets } = (await client.get('/fleets/load_all_fleets')).body
    expect(fleets.map(({ name }: { name: string }) => name)).toEqual(['Aardvark Hauling', 'Head office'])
    expect((await client.get('/fleet_payment_types')).body.fleet_payment_types).toEqual([
      { id: 'credit_card', pays_through_platform: true },
      { id: 'wex', pays_through_platform: true },
      { id: 'fleetcor', pays_through_platform: true },
      { id: 'pay_in_shop', pays_through_platform: false },
      { id: 'invoice', pays_through_platform: false },
    ])
  })
})
