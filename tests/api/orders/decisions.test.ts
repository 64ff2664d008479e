import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'
import { completeAsShop } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aPromotion } from '#tests/support/promotions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// Decisions on orders over HTTP: PUT /orders/{id} with `status: 'approved'` (rulings 27, 28 and 30).

let server: TestServer
let services: { id: number }[]
let fault: SandboxFault = () => null

beforeAll(async () => {
  const timings = { claimSeconds: 0, searchSeconds: 0, searchEverySeconds: 0 }
  server = await startTestServer({
    cards: (db) => sandboxGateway(db, (operation, key) => fault(operation, key)),
    paymentTimings: { ...PAYMENT_TIMINGS, ...timings },
  })
  services = []
  for (const name of ['Oil change', 'Brake pads', 'Wiper blades'])
    services.push(await server.build.service({ name }))
})
afterAll(() => server.stop())

interface Line {
  id: number
  status: string
  price: string
  approved_price: string | null
  rejection_reason: string | null
}

/** A fleet with its owner. `pays`: its providers; empty: not through the platform. */
async function aFleet(pays: ('Braintree' | 'WEX' | 'Fleetcor')[] = []) {
  const fleet = await server.build.fleet()
  const owner = await server.build.user(fleet, { firstName: 'Dana' })
  await server.db.query(sql`
    update fleets set pays_through_platform = ${pays.length > 0}, payment_providers = ${pays}::text[] where id = ${fleet.id}`)
  return { fleet, owner, client: await server.as(owner) }
}

/** An order that awaits approval, with a line for each price. */
async function anOrder(fleet: { id: number }, prices: string[] = ['100.00', '250.00', '30.50']) {
  const vehicle = await server.build.vehicle(fleet)
  const total = prices.reduce((sum, price) => sum + Number(price), 0).toFixed(2)
  const order = await anOpenOrder(server.db, vehicle, { status: 'awaiting_approval', price: total })
  for (const [n, price] of prices.entries())
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${fleet.id}, ${order.id}, ${services[n]?.id}, 'Service', 'awaiting_approval', ${price}, ${price})`)
  return { ...order, vehicle }
}

/** Headers with a new key and the current revision of the order. */
async function request(client: Client, order: { id: number }) {
  const { rev } = (await client.get(`/orders/${order.id}`)).body
  return { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${rev ?? 1}"` }
}
const change = async (client: Client, order: { id: number }, body: object): Promise<ApiResponse> =>
  client.put(`/orders/${order.id}`, body, await request(client, order))
const decide = async (
  client: Client,
  order: { id: number },
  body: object = {},
  headers?: Record<string, string>,
): Promise<ApiResponse> =>
  client.put(
    `/orders/${order.id}`,
    { status: 'approved', ...body },
    headers ?? (await request(client, order)),
  )
const show = async (client: Client, order: { id: number }) => (await client.get(`/orders/${order.id}`)).body
const linesOf = async (client: Client, order: { id: number }): Promise<Line[]> =>
  (await show(client, order)).order_services
const logOf = async (client: Client, order: { id: number }) =>
  (await client.get(`/shop_order_activity_items?shop_order_id=${order.id}`)).body.shop_order_activity_items
const rejecting = (lines: Line[], ...which: number[]) =>
  lines.map(({ id }, n) =>
    which.includes(n)
      ? { id, status: 'rejected', rejection_reason: 'too_expensive' }
      : { id, status: 'approved' },
  )
const shopCompletes = (
  fleet: { id: number },
  order: { id: number },
  /** By service; null: not on the bill. */
  prices?: (string | null)[],
  requests_approval = false,
) =>
  server.db.tenant(fleet.id, (tx) =>
    completeAsShop(
      { tx, clock: server.services.now, shop: { fleet: { id: fleet.id }, orderId: order.id } },
      prices
        ? {
            lines: prices.flatMap((price, n) =>
              price === null ? [] : [{ service_definition_id: services[n]?.id ?? 0, price }],
            ),
            requests_approval,
          }
        : {},
    ),
  )
const promote = async (client: Client, order: { id: number }, given: Parameters<typeof aPromotion>[1]) =>
  client.post(
    '/customers_promotions/apply',
    {
      shopping_cart_id: order.id,
      promotion_id: (await aPromotion(server.db, given)).id,
      fleet_promocode: true,
    },
    writeHeaders(),
  )
async function settle() {
  for (let round = 0; round < 6; round++) await server.services.payments.reconcile()
}

describe('a decision on an order', () => {
  it('approves all lines, and shows who, for how much and why it was allowed (APR-053, APR-057)', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const { status, body } = await decide(client, order)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'approved',
      approver: expect.stringMatching(/^Dana/),
      total: '380.50',
      can_approve: false,
    })
    expect(body.order_services.map(({ status }: Line) => status)).toEqual([
      'approved',
      'approved',
      'approved',
    ])
    const [entry] = await logOf(client, order)
    expect(entry).toMatchObject({
      activity_type: 'approve',
      acting_user: expect.stringMatching(/^Dana/),
      total: '380.50',
      because: { by: 'no_policy', policy: null },
    })
    expect(entry.service_details[1]).toMatchObject({ price: '250.00', status: 'approved' })
  })

  it('is logged with the services in the language of each reader, not of the author', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    await server.db.query(sql`
      update order_services r set name = d.name_en from service_definitions d
      where d.id = r.service_definition_id and r.order_id = ${order.id}`)
    await decide(client, order)
    const [known] = await server.db.query<{ name_en: string; name_fr: string }>(
      sql`select name_en, name_fr from service_definitions where id = ${services[0]?.id ?? 0}`,
    )
    const french = await server.as(await server.build.user(fleet, { language: 'fr' }))
    const namesFor = async (reader: Client) =>
      (await logOf(reader, order))[0].service_details.map((line: { name: string }) => line.name)
    expect(known?.name_fr).not.toBe(known?.name_en)
    expect((await namesFor(client))[0]).toBe(known?.name_en)
    expect((await namesFor(french))[0]).toBe(known?.name_fr)
    // Names that are not in the catalog stay as they were written.
    await server.db.query(sql`
      update shop_order_activity_items set service_details = '[{"name": "Old part", "price": "5.00"}]' where order_id = ${order.id}`)
    expect((await logOf(french, order))[0].service_details).toEqual([{ name: 'Old part', price: '5.00' }])
  })

  it('rejects single lines with a reason, and approves the rest for its total (APR-012, APR-013)', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const lines = await linesOf(client, order)
    const { status, body } = await decide(client, order, { order_services: rejecting(lines, 1) })
    expect([status, body.status, body.pre_tax_sub_total]).toEqual([200, 'approved', '130.50'])
    expect(body.order_services[1]).toMatchObject({ status: 'rejected', rejection_reason: 'too_expensive' })
  })

  it('cancels the order if every line is rejected, notifies the shop, and leaves nothing to pay', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const lines = await linesOf(client, order)
    const { status, body } = await decide(client, order, { order_services: rejecting(lines, 0, 1, 2) })
    expect([status, body.status, body.total]).toEqual([200, 'cancel', '0.00'])
    expect((await logOf(client, order))[0]).toMatchObject({ activity_type: 'reject' })
    expect((await decide(client, order)).body.code).toBe('order_status')
  })

  it('is rejected as a whole if a line is missing, unknown, decided twice or rejected without a reason', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const lines = await linesOf(client, order)
    const all = rejecting(lines)
    const rejections: [object[], string][] = [
      [all.slice(1), 'order_services'],
      [[...all, { id: 999_999, status: 'approved' }], 'order_services.3.id'],
      [[...all, all[0] ?? {}], 'order_services.3.id'],
      [[...all.slice(0, 2), { id: lines[2]?.id, status: 'rejected' }], 'order_services.2.rejection_reason'],
      [[...all.slice(0, 2), { id: lines[2]?.id, status: 'paid' }], 'order_services.2.status'],
    ]
    for (const [order_services, field] of rejections) {
      const { status, body } = await decide(client, order, { order_services })
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
    }
    expect((await show(client, order)).status).toBe('awaiting_approval')
  })

  it('is rejected without the status, or with a cancellation, instead of ignored (APR-085)', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const order_services = rejecting(await linesOf(client, order), 0)
    const fieldsOf = async (body: object) => (await change(client, order, body)).body.fields
    for (const decision of [{ order_services }, { payment_provider: 'WEX' }, { payment_method_id: 1 }]) {
      expect(await fieldsOf({ po_number: 'A', ...decision })).toEqual({ status: ['required'] })
      expect(await fieldsOf(decision)).toEqual({ status: ['required'] })
      const [field = ''] = Object.keys(decision)
      expect(await fieldsOf({ status: 'cancel', ...decision })).toEqual({ [field]: ['invalid'] })
    }
    const approved = order_services.map(({ id }) => ({ id, status: 'approved', rejection_reason: 'other' }))
    expect(Object.keys(await fieldsOf({ status: 'approved', order_services: approved }))).toContain(
      'order_services.0.rejection_reason',
    )
    expect(await show(client, order)).toMatchObject({ status: 'awaiting_approval', po_number: null })
  })

  it('leaves lines unchanged that were decided before (APR-044)', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    await server.db.query(sql`
      update order_services set status = 'rejected' where order_id = ${order.id} and price = 250`)
    await server.db.query(sql`
      update order_services set status = 'deleted' where order_id = ${order.id} and price = 30.50`)
    const lines = await linesOf(client, order)
    const asTheyAre = lines.map(({ id, status }) => ({
      id,
      status: status === 'awaiting_approval' ? 'approved' : status,
    }))
    const { body } = await decide(client, order, { order_services: asTheyAre })
    expect(body.order_services.map(({ status }: Line) => status)).toEqual(['approved', 'rejected', 'deleted'])
    expect(body.pre_tax_sub_total).toBe('100.00')
  })

  it('saves comments and PO number with the decision (APR-015, APR-054)', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const { body } = await decide(client, order, {
      customer_comments: 'Keys are in the box',
      po_number: 'PO-7',
    })
    expect(body).toMatchObject({
      status: 'approved',
      customer_comments: 'Keys are in the box',
      po_number: 'PO-7',
    })
    const long = await change(client, order, { customer_comments: 'x'.repeat(151) })
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['customer_comments']])
  })

  it('saves comments that were queued on a device, and reports who changed them in the meantime (APR-015, ruling 24)', async () => {
    const { fleet, client } = await aFleet()
    const colleague = await server.as(await server.build.user(fleet, { firstName: 'Mona' }))
    const order = await anOrder(fleet)
    const early = (await request(client, order))['if-match']
    // As the queue of a device sends it.
    const send = (by: Client, customer_comments: string | null, ifMatch: string) => {
      const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': ifMatch }
      return by.put(`/orders/${order.id}`, { customer_comments }, headers)
    }
    expect((await send(client, 'Rattles', early)).body.customer_comments).toBe('Rattles')
    const late = await send(colleague, 'Squeaks', early)
    expect([late.status, late.body.code, late.body.current.customer_comments]).toEqual([
      412,
      'stale',
      'Rattles',
    ])
    expect(late.body.changed).toMatchObject({ by: expect.stringMatching(/^Dana /), is_own: false })
    expect(late.body.current.rev).toBe(Number(late.body.etag.replaceAll('"', '')))
    expect((await send(colleague, null, late.body.etag)).body.customer_comments).toBeNull()
    const stranger = (await aFleet()).client
    const refused = await send(stranger, 'Mine', early)
    expect([refused.status, refused.body.current, refused.body.changed]).toEqual([404, undefined, undefined])
  })

  it('is refused if the order changed since it was read, and reports to the second of two users who was faster', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const seen = await request(client, order)
    await change(client, order, { po_number: 'P-1' })
    const stale = await decide(client, order, {}, seen)
    expect([stale.status, stale.body.code]).toEqual([412, 'stale'])
    const colleague = await server.as(await server.build.user(fleet, { roles: ['Account Owner'] }))
    const responses = await Promise.all([decide(client, order), decide(colleague, order)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('order_status')
    expect(
      (await logOf(client, order)).filter(
        ({ activity_type: type }: { activity_type: string }) => type === 'approve',
      ),
    ).toHaveLength(1)
  })

  it('repeats the response of the same request without deciding again', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const headers = await request(client, order)
    const first = await decide(client, order, {}, headers)
    const again = await decide(client, order, {}, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed') ?? 'true').toBe('true')
  })
})

describe('who may decide', () => {
  it('is shown to users who may not approve, and no one sees orders of other fleets (APR-011, APR-045)', async () => {
    const { fleet, owner, client } = await aFleet()
    const order = await anOrder(fleet)
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 500, ${[owner.id]}, ${[order.vehicle.id]})`)
    const manager = await server.as(await server.build.user(fleet, { roles: ['Manager'] }))
    const refused = await decide(manager, order)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    const page = await show(manager, order)
    expect([page.can_approve, page.approvers.map(({ id }: { id: number }) => id)]).toEqual([
      false,
      [owner.id],
    ])
    expect((await decide((await aFleet()).client, order)).status).toBe(404)
    expect((await decide(client, order)).status).toBe(200)
    const [entry] = await logOf(client, order)
    expect(entry.because).toMatchObject({ by: 'policy', policy: { amount: '500.00' } })
  })

  it('includes staff of the management company through their approval fleets only', async () => {
    const affiliation = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const staff = { roles: ['FMC Fleet Manager' as const], affiliationId: affiliation.id }
    const [named, other] = [await server.build.user(fleet, staff), await server.build.user(fleet, staff)]
    await server.db.query(
      sql`insert into user_approval_fleets (user_id, fleet_id) values (${named.id}, ${fleet.id})`,
    )
    const order = await anOrder(fleet)
    expect((await decide(await server.as(other), order)).body.code).toBe('not_allowed')
    const client = await server.as(named)
    expect((await decide(client, order)).status).toBe(200)
    const [entry] = await logOf(client, order)
    expect(entry.because).toEqual({ by: 'approval_fleet', policy: null })
  })

  it('includes staff who belong to another fleet of the company, by name in the log', async () => {
    const affiliation = await server.build.affiliation()
    const home = await server.build.fleet({ affiliationId: affiliation.id })
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const named = await server.build.user(home, {
      roles: ['FMC' as const],
      affiliationId: affiliation.id,
      firstName: 'Naomi',
    })
    await server.db.query(
      sql`insert into user_approval_fleets (user_id, fleet_id) values (${named.id}, ${fleet.id})`,
    )
    const order = await anOrder(fleet)
    const manager = await server.as(await server.build.user(fleet, { roles: ['Manager'] }))
    await server.build.user(fleet, { roles: ['Owner'] })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, vehicle_ids)
      values (${fleet.id}, 1, '{}', true, '{}')`)
    const page = (await manager.get(`/orders/${order.id}`)).body
    expect(page.approvers.map(({ id }: { id: number }) => id)).toContain(named.id)
    const client = await server.as(named)
    await client.put('/fleet_users/impersonate_fleet', { fleet_id: fleet.id })
    expect((await decide(client, order)).status).toBe(200)
    expect((await logOf(manager, order))[0].acting_user).toMatch(/^Naomi/)
  })
})

describe('a fleet that pays through the platform', () => {
  async function aPaying(providers: ('Braintree' | 'WEX' | 'Fleetcor')[] = ['Braintree']) {
    const made = await aFleet(providers)
    const card = await server.build.paymentMethod(made.fleet, made.owner, { isDefault: true })
    return { ...made, card }
  }
  const held = (order: { id: number }) =>
    server.db.query<{ status: string; amount: string }>(sql`
      select status, amount from card_sandbox.transactions
      where key like 'order-' || ${order.id}::bigint || '-%' and status not in ('declined', 'voided')`)

  it('sees its cards and the remaining amount, and gets the approved lines authorized (ruling 27, APR-051)', async () => {
    const { fleet, client, card } = await aPaying()
    const order = await anOrder(fleet)
    expect(await show(client, order)).toMatchObject({
      payment: {
        pays_through_platform: true,
        providers: [{ provider: 'Braintree', is_ready: true }],
        remaining: '380.50',
        is_running: false,
      },
      braintree_payment_methods: [{ id: card.id, card_type: 'Visa', last_4: '1111', is_default: true }],
    })
    const lines = await linesOf(client, order)
    const choice = {
      order_services: rejecting(lines, 1),
      payment_method_id: card.id,
      customer_comments: 'Thanks',
    }
    const { status, body } = await decide(client, order, choice)
    expect([status, body.status, body.customer_comments, body.payment]).toEqual([
      200,
      'approved',
      'Thanks',
      null,
    ])
    expect(await held(order)).toEqual([{ status: 'authorized', amount: '130.50' }])
  })

  it('must give provider, card and account number if they are missing (APR-048 to APR-050)', async () => {
    const { fleet, client } = await aPaying(['Braintree', 'WEX'])
    const order = await anOrder(fleet)
    const decideWith = async (body: object) => {
      const response = await decide(client, order, body)
      return [response.status, response.body.fields]
    }
    expect(await decideWith({})).toEqual([422, { payment_provider: ['payment_provider'] }])
    const card = { payment_method_id: ['payment_method'] }
    expect(await decideWith({ payment_provider: 'Braintree' })).toEqual([422, card])
    const number = { payment_provider: ['account_number_missing'] }
    expect(await decideWith({ payment_provider: 'WEX' })).toEqual([422, number])
    expect(await decideWith({ payment_provider: 'WEX', payment_method_id: 1 })).toEqual([
      422,
      { payment_method_id: ['invalid'] },
    ])
    expect(await held(order)).toEqual([])
  })

  it('gets the reason if the card is declined; the order is unchanged, and another attempt is another payment', async () => {
    const { fleet, client, card } = await aPaying()
    const order = await anOrder(fleet, ['2001.00'])
    const choice = { payment_method_id: card.id }
    const headers = await request(client, order)
    for (let n = 0; n < 2; n++) {
      const { status, body } = await decide(client, order, choice, headers)
      expect([status, body.code, body.fields]).toEqual([
        422,
        'payment_declined',
        { payment_method_id: ['declined_insufficient_funds'] },
      ])
    }
    expect((await show(client, order)).status).toBe('awaiting_approval')
    const attempts = await server.db.query(sql`select id from payments where order_id = ${order.id}`)
    expect(attempts).toHaveLength(1)
  })

  it('gets a message that a payment is being checked if the gateway does not respond, and pays once', async () => {
    const { fleet, client, card } = await aPaying()
    const order = await anOrder(fleet)
    const headers = await request(client, order)
    const choice = { payment_method_id: card.id }
    fault = (operation) => (operation === 'authorize' ? 'lost_answer' : null)
    const first = await decide(client, order, choice, headers)
    expect([first.status, first.body.code]).toEqual([409, 'payment_unknown'])
    expect((await show(client, order)).payment.is_running).toBe(true)
    expect((await decide(client, order, choice)).body.code).toBe('payment_running')
    fault = () => null
    await settle()
    const again = await decide(client, order, choice, headers)
    expect([again.status, again.body.status]).toEqual([200, 'approved'])
    expect(await held(order)).toEqual([{ status: 'authorized', amount: '380.50' }])
  })

  it('cannot reject while an approval of the order is being paid', async () => {
    const { fleet, client, card } = await aPaying()
    const order = await anOrder(fleet)
    const lines = await linesOf(client, order)
    fault = (operation) => (operation === 'authorize' ? 'lost_answer' : null)
    await decide(client, order, { payment_method_id: card.id })
    fault = () => null
    const rejected = await decide(client, order, { order_services: rejecting(lines, 0, 1, 2) })
    expect([rejected.status, rejected.body.code]).toEqual([409, 'payment_running'])
    await settle()
    expect((await show(client, order)).status).toBe('approved')
  })

  it('pays once, however many users submit at the same moment', async () => {
    const { fleet, client, card } = await aPaying()
    const order = await anOrder(fleet)
    const choice = { payment_method_id: card.id }
    const headers = await request(client, order)
    const colleague = await server.as(await server.build.user(fleet, { roles: ['Owner'] }))
    const responses = await Promise.all([
      decide(client, order, choice, headers),
      decide(client, order, choice, headers),
      decide(colleague, order, choice),
      decide(client, order, choice),
    ])
    for (const { status } of responses) expect([200, 409]).toContain(status)
    await settle()
    expect(await held(order)).toHaveLength(1)
    expect((await show(client, order)).status).toBe('approved')
  })

  it('is rejected as stale if the shop has added or removed a line since, not as incomplete', async () => {
    const { fleet, client } = await aFleet()
    const order = await anOrder(fleet)
    const lines = await linesOf(client, order)
    const headers = await request(client, order)
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${fleet.id}, ${order.id}, ${services[0]?.id}, 'Service', 'awaiting_approval', 9, 9)`)
    await server.db.query(sql`update shop_orders set rev = rev + 1 where id = ${order.id}`)
    const { status, body } = await decide(client, order, { order_services: rejecting(lines, 1) }, headers)
    expect([status, body.code]).toEqual([412, 'stale'])
  })

  describe('a final amount above the approved one (ruling 28)', () => {
    async function aHigherBill() {
      const made = await aPaying()
      const order = await anOrder(made.fleet, ['100.00', '200.00'])
      await decide(made.client, order, { payment_method_id: made.card.id })
      await shopCompletes(made.fleet, order, ['100.00', '260.00', '40.00'])
      return { ...made, order }
    }

    it('shows the earlier approval, and authorizes the new total once it is approved', async () => {
      const { client, card, order } = await aHigherBill()
      const page = await show(client, order)
      expect(page).toMatchObject({
        status: 'awaiting_approval',
        total: '400.00',
        previous_payments: '300.00',
        payment: { remaining: '100.00' },
        check_payment_method_of_previous_transaction: 'Braintree',
      })
      expect(page.order_services.map((line: Line) => [line.price, line.approved_price])).toEqual([
        ['100.00', '100.00'],
        ['260.00', '200.00'],
        ['40.00', null],
      ])
      expect((await decide(client, order, { payment_method_id: card.id })).status).toBe(200)
      expect(await held(order)).toEqual([{ status: 'authorized', amount: '400.00' }])
    })

    it('keeps the earlier approval if the rest is rejected, without another payment (APR-052)', async () => {
      const { fleet, client, order } = await aHigherBill()
      const lines = await linesOf(client, order)
      const { status, body } = await decide(client, order, { order_services: rejecting(lines, 1, 2) })
      expect([status, body.status, body.total]).toEqual([200, 'approved', '300.00'])
      expect(body.order_services.map((line: Line) => [line.status, line.price])).toEqual([
        ['approved', '100.00'],
        ['approved', '200.00'],
        ['rejected', '40.00'],
      ])
      await shopCompletes(fleet, order)
      await settle()
      expect(await held(order)).toEqual([{ status: 'captured', amount: '300.00' }])
      expect((await show(client, order)).status).toBe('paid')
    })

    it('never raises a line that the shop made cheaper, also if it is rejected with the higher ones', async () => {
      const { fleet, card, client } = await aPaying()
      const order = await anOrder(fleet, ['100.00', '100.00'])
      await decide(client, order, { payment_method_id: card.id })
      await shopCompletes(fleet, order, ['80.00', '150.00'])
      const lines = await linesOf(client, order)
      const { status, body } = await decide(client, order, { order_services: rejecting(lines, 0, 1) })
      expect([status, body.status, body.total]).toEqual([200, 'approved', '180.00'])
      expect(body.order_services.map((line: Line) => [line.status, line.price])).toEqual([
        ['approved', '80.00'],
        ['approved', '100.00'],
      ])
      await shopCompletes(fleet, order)
      await settle()
      expect((await show(client, order)).status).toBe('paid')
      const captured = await server.db.query(
        sql`select capture_amount from payments where order_id = ${order.id}`,
      )
      expect(captured).toEqual([{ capture_amount: '180.00' }])
    })

    it('awaits approval also within the approved total if the shop adds or swaps in a service (APR-074)', async () => {
      const { fleet, client, card } = await aPaying()
      const order = await anOrder(fleet, ['100.00', '200.00'])
      await decide(client, order, { payment_method_id: card.id })
      await shopCompletes(fleet, order, ['40.00', '200.00', '60.00'])
      expect(await show(client, order)).toMatchObject({ status: 'awaiting_approval', total: '300.00' })
      expect((await logOf(client, order))[0].activity_type).toBe('exceed')
      await settle()
      expect(await held(order)).toEqual([{ status: 'authorized', amount: '300.00' }])
      expect((await decide(client, order)).status).toBe(200)
      // Cheaper and removed lines need no further approval (ruling 37).
      await shopCompletes(fleet, order, ['30.00', '200.00'])
      await settle()
      expect(await show(client, order)).toMatchObject({ status: 'paid', total: '230.00' })
    })

    it('lets a policy approve the added service only if it covers it and the whole bill (APR-074)', async () => {
      const { fleet, client, card } = await aPaying()
      const addPolicy = (amount: number, service: number) =>
        server.db.query(sql`
          insert into maintenance_policies (fleet_id, amount, service_definition_ids, all_vehicles, auto_approvable)
          values (${fleet.id}, ${amount}, array[${service}]::bigint[], true, true)`)
      const order = await anOrder(fleet, ['100.00', '200.00'])
      await decide(client, order, { payment_method_id: card.id })
      await addPolicy(299, services[2]?.id ?? 0)
      await addPolicy(900, services[0]?.id ?? 0)
      await shopCompletes(fleet, order, ['40.00', '200.00', '60.00'])
      expect((await show(client, order)).status).toBe('awaiting_approval')
      await decide(client, order)
      await addPolicy(300, services[1]?.id ?? 0)
      const other = await anOrder(fleet, ['100.00'])
      await decide(client, other, { payment_method_id: card.id })
      const approvedAt = async () =>
        server.db.query<{ is_auto_approved: boolean; last_approval_date: string }>(sql`
          select is_auto_approved, last_approval_date from shop_orders where id = ${other.id}`)
      const [byUser] = await approvedAt()
      await shopCompletes(fleet, other, ['40.00', '60.00'])
      await settle()
      expect(await show(client, other)).toMatchObject({
        status: 'paid',
        total: '100.00',
        policy_reason: { policy: { amount: '300.00' }, estimate: '100.00' },
      })
      const [byPolicy] = await approvedAt()
      expect([byUser?.is_auto_approved, byPolicy?.is_auto_approved]).toEqual([false, true])
      expect(Date.parse(byPolicy?.last_approval_date ?? '')).toBeGreaterThan(
        Date.parse(byUser?.last_approval_date ?? ''),
      )
      const log = (await logOf(client, other)).map((item: { activity_type: string }) => item.activity_type)
      expect(log.slice(0, 4)).toEqual(['pay', 'complete', 'auto_approve', 'bill_received'])
      // A request for approval completes nothing, also if a policy approves it (APR-071).
      const requested = await anOrder(fleet, ['100.00'])
      await decide(client, requested, { payment_method_id: card.id })
      await shopCompletes(fleet, requested, ['40.00', '60.00'], true)
      expect((await show(client, requested)).status).toBe('approved')
      expect((await linesOf(client, requested)).map((line) => line.approved_price)).toEqual([
        '40.00',
        '60.00',
      ])
    })

    it('keeps the discount of approved work if swapped-in work is rejected, without another payment (APR-086)', async () => {
      const { fleet, client, card } = await aPaying(['Braintree', 'WEX'])
      const order = await anOrder(fleet, ['270.00', '35.00'])
      await promote(client, order, { amountOff: 40, minimum: 300 })
      const braintree = { payment_provider: 'Braintree', payment_method_id: card.id }
      await decide(client, order, braintree)
      expect(await held(order)).toEqual([{ status: 'authorized', amount: '265.00' }])
      await shopCompletes(fleet, order, ['270.00', null, '35.00'])
      const page = await show(client, order)
      expect(page).toMatchObject({
        status: 'awaiting_approval',
        total: '265.00',
        payment: { remaining: '0.00' },
        promotions: [{ terms: { amount_off: '40.00', minimum: '300.00', approved_sub_total: '305.00' } }],
      })
      // A decision needs no removed line, and an older app sends it.
      const lines = page.order_services.map(({ id, status }: Line, n: number) => {
        if (status === 'deleted') return { id, status }
        return n === 0 ? { id, status: 'approved' } : { id, status: 'rejected', rejection_reason: 'other' }
      })
      const { status, body } = await decide(client, order, { order_services: lines })
      expect([status, body.status, body.total, body.discount]).toEqual([200, 'approved', '234.59', '35.41'])
      // The shop bills what was approved: its minimum is not judged again.
      await shopCompletes(fleet, order, ['270.00'])
      await settle()
      expect(await show(client, order)).toMatchObject({ status: 'paid', total: '234.59' })
    })

    it('charges the earlier prices at the promotion that replaced the approved one', async () => {
      const { fleet, client, card } = await aPaying()
      const order = await anOrder(fleet, ['270.00', '35.00'])
      await promote(client, order, { amountOff: 40, minimum: 300 })
      await decide(client, order, { payment_method_id: card.id })
      await shopCompletes(fleet, order, ['270.00', null, '35.00'])
      await promote(client, order, { amountOff: 40, minimum: 301 })
      const page = await show(client, order)
      expect(page.promotions[0].terms.approved_sub_total).toBeNull()
      const counted = page.order_services.filter(({ status }: Line) => status !== 'deleted')
      const decision = { order_services: rejecting(counted, 1) }
      const missing = await decide(client, order, decision)
      expect([missing.status, missing.body.fields]).toEqual([422, { payment_method_id: ['payment_method'] }])
      const { body } = await decide(client, order, { ...decision, payment_method_id: card.id })
      expect([body.status, body.total]).toEqual(['approved', '270.00'])
      expect(await held(order)).toEqual([{ status: 'authorized', amount: '270.00' }])
    })

    it('does not revoke what was approved before', async () => {
      const { client, order } = await aHigherBill()
      const lines = await linesOf(client, order)
      const refused = { 'order_services.0': ['already_approved'] }
      const { status, body } = await decide(client, order, { order_services: rejecting(lines, 0) })
      expect([status, body.fields]).toEqual([422, refused])
      // The field counts within the request, not within the rejected lines.
      const last = await decide(client, order, { order_services: rejecting(lines, 0).reverse() })
      expect(last.body.fields).toEqual({ 'order_services.2': ['already_approved'] })
    })
  })
})
