// Copies of an erased person's data in other records (decision 77).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseUser } from '#server/admin/erase-user.ts'
import { sql } from '#server/db/sql.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Returns the tables whose rows contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const query = `select 1 from ${name} t where position(lower($1) in lower(t::text)) > 0 limit 1`
    if ((await server.db.query({ text: query, values: [text] })).length > 0) found.push(name)
  }
  return found
}

it('nothing of an erased person stays in stored responses, deleted vehicles and payment methods', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet, { roles: ['Owner'] }))
  const van = await server.build.vehicle(fleet)
  const vehicle = await server.build.vehicle(fleet)
  const person = {
    firstName: 'Zebedee',
    lastName: 'Quillfeather',
    roles: ['Owner'],
    email: `zebedee-${randomUUID()}@example.com`,
    cellPhone: '3125550177',
    address: '17 Marrowbone Street',
    city: 'Chicago',
    state: 'IL',
  }
  const { status, body } = await owner.post('/fleet_users', person, writeHeaders())
  expect(status).toBe(201)
  const change = { ...person, address: '19 Marrowbone Street', vehicle_ids: [vehicle.id] }
  expect((await owner.put(`/fleet_users/${body.id}`, change, writeHeaders(undefined, body.rev))).status).toBe(
    200,
  )
  const gone = { id: body.id, fleetId: fleet.id }
  expect((await (await server.as(gone)).delete(`/vehicles/${van.id}`)).status).toBeLessThan(300)
  await server.db.query(sql`
    insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, email,
      cardholder_name, billing_address, billing_zip, is_default)
    values (${fleet.id}, ${body.id}, 'token-1', 'credit_card', 'Visa', '1111', '12/2030', ${person.email},
      'Zebedee Quillfeather', '17 Marrowbone Street', '60677', true)`)
  // A response about a vehicle, which names its driver.
  const response = JSON.stringify({ id: vehicle.id, driver: 'Zebedee Quillfeather', contact: person.email })
  await server.db.query(sql`
    insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint, status, body)
    select id, gen_random_uuid(), ${fleet.id}, 'POST /vehicles', ''::bytea, 200, to_jsonb(${response}::text)
    from users where fleet_id = ${fleet.id} and id <> ${body.id}`)
  expect((await tablesWith('Quillfeather')).length).toBeGreaterThan(3)

  await eraseUser(server.db, body.id)
  for (const trace of ['Zebedee', 'Quillfeather', person.email, '3125550177', 'Marrowbone', '60677'])
    expect(await tablesWith(trace), trace).toEqual([])
  const [deleted] = await server.db.query(
    sql`select deleted_by_name from deleted_vehicles where vehicle_id = ${van.id}`,
  )
  expect(deleted).toEqual({ deleted_by_name: `Erased user ${body.id}` })
  const [stored] = await server.db.query(
    sql`select body #>> '{}' as body from idempotency_keys where route = 'POST /vehicles'`,
  )
  expect(stored).toEqual({
    body: JSON.stringify({ id: vehicle.id, driver: `Erased user ${body.id}`, contact: `deleted:${body.id}` }),
  })
})

/** Stores a response of a shop and one of a colleague that name a user, who originated its order. */
async function responsesIn(fleet: { id: number; unit: 'mi' | 'km' }, originatorId: number, response: object) {
  const { db, build } = server
  const order = await anOpenOrder(db, await build.vehicle(fleet), { originatorId })
  const colleague = await build.user(fleet)
  const body = JSON.stringify(response)
  await db.query(sql`
    insert into shop_idempotency_keys (order_id, key, fleet_id, route, fingerprint, status, body)
    values (${order.id}, gen_random_uuid(), ${fleet.id}, 'PUT /shop', ''::bytea, 200, to_jsonb(${body}::text))`)
  await db.query(sql`
    insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint, status, body)
    values (${colleague.id}, gen_random_uuid(), ${fleet.id}, 'PUT /orders', ''::bytea, 200, to_jsonb(${body}::text))`)
  return async () => {
    const rows = await db.query<{ body: string }>(sql`
      select body #>> '{}' as body from shop_idempotency_keys where fleet_id = ${fleet.id}
      union all select body #>> '{}' from idempotency_keys where fleet_id = ${fleet.id} and route = 'PUT /orders'`)
    return rows.map((row) => JSON.parse(row.body))
  }
}

it.each([
  ['', false],
  [', also after a deletion in the app', true],
])(
  'an erased person leaves neither name nor number in responses of other fleets of their account%s',
  async (_, isDeleted) => {
    const account = await server.build.account()
    const home = await server.build.fleet({ accountId: account.id })
    const sister = await server.build.fleet({ accountId: account.id })
    const owner = await server.as(await server.build.user(home, { roles: ['Owner'] }))
    const person = {
      firstName: 'Ignatia',
      lastName: 'Sparrowhawk',
      roles: ['Manager'],
      email: `ignatia-${randomUUID()}@example.com`,
      cellPhone: '3125550166',
    }
    const { id, rev } = (await owner.post('/fleet_users', person, writeHeaders())).body
    await server.db.query(sql`insert into user_accounts (user_id, account_id) values (${id}, ${account.id})`)
    const response = (name: string, phone: string) => ({
      contact: { name, phone },
      approvers: [{ name, cellPhone: phone }],
      // Texts that people wrote belong to the fleet.
      note: 'Call 3125550166',
    })
    const stored = response('Ignatia Sparrowhawk', '3125550166')
    const atHome = await responsesIn(home, id, stored)
    const inSister = await responsesIn(sister, id, stored)
    if (isDeleted)
      expect((await owner.delete(`/fleet_users/${id}`, writeHeaders(undefined, rev))).status).toBe(200)

    await eraseUser(server.db, id)
    const erased = response(`Erased user ${id}`, '')
    expect(await atHome()).toEqual([erased, erased])
    expect(await inSister()).toEqual([erased, erased])
  },
)

it.each(['proposed a time', 'cancelled an order', 'wrote an entry', 'added a document', 'sent a request'])(
  'an erased person who only %s in another fleet stays in none of its responses, also after a deletion in the app',
  async (work) => {
    const { db, build } = server
    const account = await build.account()
    const home = await build.fleet({ accountId: account.id })
    const sister = await build.fleet({ accountId: account.id })
    const owner = await server.as(await build.user(home, { roles: ['Owner'] }))
    const person = {
      firstName: 'Ottoline',
      lastName: 'Fernsby',
      roles: ['Manager'],
      email: `ottoline-${randomUUID()}@example.com`,
      cellPhone: '3125550144',
    }
    const { id, rev } = (await owner.post('/fleet_users', person, writeHeaders())).body
    const colleague = await build.user(sister)
    const response = (name: string) => ({ contact: { name } })
    const stored = await responsesIn(sister, colleague.id, response('Ottoline Fernsby'))
    const vehicle = await build.vehicle(sister)
    const client = await server.as(colleague)
    const rows = {
      'proposed a time': sql`update shop_orders set proposed_by = ${id} where fleet_id = ${sister.id}`,
      'cancelled an order': sql`
        insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, total)
        select fleet_id, id, ${id}, 'user', 'cancelled', 0 from shop_orders where fleet_id = ${sister.id}`,
      'wrote an entry': sql`
        update manual_maintenance_histories set created_by = ${id} where fleet_id = ${sister.id}`,
      'added a document': sql`
        insert into glovebox_items (id, fleet_id, vehicle_id, document_type, content_hash, created_by)
        values (gen_random_uuid(), ${sister.id}, ${vehicle.id}, 'other', ''::bytea, ${id})`,
      'sent a request': sql`
        insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint)
        values (${id}, gen_random_uuid(), ${sister.id}, 'PUT /orders/1', ''::bytea)`,
    }
    const entry = aHistory({ vehicle_id: vehicle.id }, (await build.service()).id)
    expect((await client.post('/manual_maintenance_histories', entry)).status).toBe(201)
    await db.query(rows[work as keyof typeof rows])
    expect((await owner.delete(`/fleet_users/${id}`, writeHeaders(undefined, rev))).status).toBe(200)

    await eraseUser(db, id)
    const erased = response(`Erased user ${id}`)
    expect(await stored()).toEqual([erased, erased])
  },
)

it('a namesake in another company keeps name and number in stored responses', async () => {
  const fleet = await server.build.fleet()
  const elsewhere = await server.build.fleet()
  const person = await server.build.user(fleet, { firstName: 'Barnaby' })
  const colleague = await server.build.user(elsewhere)
  const [{ name } = { name: '' }] = await server.db.query<{ name: string }>(sql`
    update users set cell_phone = '3125550155' where id = ${person.id}
    returning first_name || ' ' || last_name as name`)
  const response = { contact: { name, phone: '3125550155' } }
  const stored = await responsesIn(elsewhere, colleague.id, response)
  await eraseUser(server.db, person.id)
  expect(await stored()).toEqual([response, response])
})

it('an erased person is no longer named by the audit trail of policies', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet, { roles: ['Owner'] }))
  const other = await server.build.user(fleet, { roles: ['Manager'], firstName: 'Mona' })
  const person = await server.build.user(fleet, {
    roles: ['Manager'],
    firstName: 'Thistledown',
  })
  const policy = {
    fleet_id: fleet.id,
    amount: '250.00',
    service_definition_ids: [],
    user_ids: [person.id, other.id],
    vehicle_ids: [],
    all_vehicles: true,
    auto_approvable: false,
  }
  const { body } = await owner.post('/policies', policy, writeHeaders())
  const change = { ...policy, user_ids: [other.id] }
  expect((await owner.put(`/policies/${body.id}`, change, writeHeaders(undefined, body.rev))).status).toBe(
    200,
  )
  expect(await tablesWith('Thistledown')).toContain('public.audit_trail')

  await eraseUser(server.db, person.id)
  expect(await tablesWith('Thistledown')).toEqual([])
  const trail = await server.db.query<{ changes: { field: string; from: unknown; to: unknown }[] }>(
    sql`select changes from audit_trail where fleet_id = ${fleet.id} and act like 'policy.%' order by id`,
  )
  const names = trail.flatMap(({ changes }) => changes.filter(({ field }) => field === 'user_ids'))
  const mona = expect.stringMatching(/^Mona /)
  const erased = `Erased user ${person.id}`
  expect(names).toEqual([
    { field: 'user_ids', from: null, to: [mona, erased] },
    { field: 'user_ids', from: [mona, erased], to: [mona] },
  ])
})

it('an erased person leaves nothing under former addresses, numbers and names, also after a deletion in the app', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet, { roles: ['Owner'] }))
  const [first, second] = [`oldest-${randomUUID()}@example.com`, `former-${randomUUID()}@example.com`]
  const person = {
    firstName: 'Peregrine',
    lastName: 'Wimbleton',
    roles: ['Manager'],
    email: first,
    cellPhone: '3125550188',
  }
  const created = await owner.post('/fleet_users', person, writeHeaders())
  const { id } = created.body
  const policy = {
    fleet_id: fleet.id,
    amount: '250.00',
    service_definition_ids: [],
    user_ids: [id],
    vehicle_ids: [],
    all_vehicles: true,
    auto_approvable: false,
  }
  expect((await owner.post('/policies', policy, writeHeaders())).status).toBe(201)
  const change = { email: second, cellPhone: '3125550199', lastName: 'Ashgrove' }
  const changed = await owner.put(`/fleet_users/${id}`, change, writeHeaders(undefined, created.body.rev))
  expect(changed.status).toBe(200)
  for (const phone of ['3125550188', '3125550199'])
    await server.db.query(sql`insert into text_messages (recipient, text) values (${phone}, 'Hello')`)
  const response = JSON.stringify({ contact: first, driver: 'Peregrine Wimbleton' })
  await server.db.query(sql`
    insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint, status, body)
    select id, gen_random_uuid(), ${fleet.id}, 'POST /vehicles', ''::bytea, 200, to_jsonb(${response}::text)
    from users where fleet_id = ${fleet.id} and id <> ${id}`)
  // A former address that another user has now.
  const nextUser = await server.build.user(fleet, { email: `heir-${randomUUID()}@example.com` })
  await server.db.query(sql`
    insert into audit_trail (fleet_id, user_id, act, subject_id, changes) values (${fleet.id}, ${nextUser.id}, 'user.updated', ${id},
      ${JSON.stringify([{ field: 'email', from: nextUser.email, to: first }])}::jsonb)`)
  await server.db.query(
    sql`insert into mails (recipient, subject, text) values (${nextUser.email}, 'Yours', 'Hello'), (${first}, 'Yours', 'Hello')`,
  )
  expect((await owner.delete(`/fleet_users/${id}`, writeHeaders(undefined, changed.body.rev))).status).toBe(
    200,
  )

  await eraseUser(server.db, id)
  for (const trace of [first, second, '3125550188', '3125550199', 'Wimbleton', 'Ashgrove'])
    expect(await tablesWith(trace), trace).toEqual([])
  const remaining = await server.db.query(sql`select subject from mails where recipient = ${nextUser.email}`)
  expect(remaining).toEqual([{ subject: 'Yours' }])
})
