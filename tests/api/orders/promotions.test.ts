import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROMOTION_TRIES } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aPromotion } from '#tests/support/promotions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let shop: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  shop = await server.build.shop()
  service = await server.build.service({ name: 'Coolant' })
})
afterAll(() => server.stop())

/** An order of 100.00 before tax, in Ohio at 5.75%. */
const anOrder = async (given: Parameters<typeof anOpenOrder>[2] = {}, of = fleet) =>
  anOpenOrder(server.db, await server.build.vehicle(of), {
    shopId: shop.id,
    serviceId: service.id,
    price: '100.00',
    ...given,
  })
const promotion = (given: Parameters<typeof aPromotion>[1] = {}) => aPromotion(server.db, given)
const enter = (order: { id: number }, code: string, client = owner) =>
  client.post(
    '/customers_promotions',
    { shopping_cart_id: order.id, code, fleet_promocode: true },
    writeHeaders(),
  )
const apply = (order: { id: number }, { id }: { id: number }, client = owner) =>
  client.post(
    '/customers_promotions/apply',
    { shopping_cart_id: order.id, promotion_id: id, fleet_promocode: true },
    writeHeaders(),
  )
const offered = async (order: { id: number } | undefined, client = owner) => {
  const { body } = await client.get(`/promotions/available${order ? `?shopping_cart_id=${order.id}` : ''}`)
  return body.promotions as { id: number; name: string; description: string; discount: string | null }[]
}
const aFrenchReader = async () => server.as(await server.build.user(fleet, { language: 'fr' }))
const REFUSED = 'We do not know this code. Check it and try again.'

describe('a promotion', () => {
  it('is listed for the order with its discount, and is deducted before tax once it is applied', async () => {
    const tenth = await promotion({ percentOff: 10, name: 'Tenth off' })
    const order = await anOrder()
    expect((await offered(order)).find(({ id }) => id === tenth.id)).toEqual({
      // SHP-018, SHP-021, SHP-028
      id: tenth.id,
      name: 'Tenth off',
      description: 'About Tenth off',
      discount: '10.00',
    })
    expect((await offered(undefined)).find(({ id }) => id === tenth.id)?.discount).toBeNull()
    const { status, body, headers } = await apply(order, tenth)
    expect(status).toBe(200) // SHP-020
    expect(headers.get('etag')).toBe('"2"')
    expect(body).toMatchObject({
      id: order.id,
      promotions: [{ id: tenth.id, name: 'Tenth off', description: 'About Tenth off' }],
      pre_tax_sub_total: '100.00',
      discount: '10.00',
      tax_amount: '5.18',
      total: '95.18',
    })
    // Everywhere the order's total appears: the lists, the file, the log.
    const { body: listed } = await owner.get('/orders/fleet_orders?per_page=100')
    const row = listed.orders.find(({ id }: { id: number }) => id === order.id)
    expect(row).toMatchObject({ total: '95.18', discount: '10.00' })
    const log = await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
    expect(log.body.shop_order_activity_items[0]).toMatchObject({ activity_type: 'promote', total: '95.18' })
  })

  it('is listed also behind fifty newer ones that cannot be applied', async () => {
    const own = await server.build.fleet()
    const client = await server.as(await server.build.user(own))
    const order = await anOrder({}, own)
    const available = await promotion({ percentOff: 12 })
    const unavailable = [{ endsOn: '2025-01-01' }, { minimum: 5000 }]
    for (const given of unavailable)
      await Promise.all(Array.from({ length: 25 }, () => promotion({ percentOff: 1, ...given })))
    expect((await offered(order, client)).map(({ id }) => id)).toContain(available.id)
    await server.db.query(sql`update promotions set is_active = false where percent_off = 1`)
  })

  it('is entered by its code in any letter case, in the reader’s language (SHP-019)', async () => {
    const { code } = await promotion({ percentOff: 50, name: 'Half off', isListed: false })
    const order = await anOrder()
    const reader = await aFrenchReader()
    const { body } = await enter(order, ` ${code.toLowerCase()} `, reader)
    expect(body).toMatchObject({ discount: '50.00', promotions: [{ name: 'Half off (fr)' }] })
    expect((await offered(order)).map(({ name }) => name)).not.toContain('Half off')
  })

  it('is named in the language of the screen, and so are services and rejections, regardless of the account’s language (BRD-023)', async () => {
    await promotion({ percentOff: 5, name: 'Spring' })
    const order = await anOrder()
    const french = await aFrenchReader()
    const read = async (accept: string) => {
      const headers = { 'accept-language': accept }
      const { body } = await french.get(`/orders/${order.id}`, headers)
      const { body: listed } = await french.get(`/promotions/available?shopping_cart_id=${order.id}`, headers)
      const { body: problem } = await french.get('/orders/999999999', headers)
      return [
        body.order_services[0].name,
        listed.promotions.some(({ name }: { name: string }) => name === 'Spring'),
        problem.alertMessage,
      ]
    }
    const inFrench = ['Coolant (fr)', false, expect.stringContaining('n’existe plus')]
    expect(await read('en')).toEqual(['Coolant', true, expect.stringContaining('no longer exists')])
    expect(await read('fr')).toEqual(inFrench)
    // Headers that a browser sends by default are not the screen's language.
    for (const list of ['en-US,en;q=0.9', 'en-US', '*', 'en, fr']) expect(await read(list)).toEqual(inFrench)
  })

  it('follows the shop’s estimate, up to the price of the services and down to its minimum', async () => {
    const forty = await promotion({ amountOff: 40, minimum: 30 })
    const order = await anOrder({ status: 'active' })
    await apply(order, forty)
    const line = await server.db.query<{ id: number }>(
      sql`select id from order_services where order_id = ${order.id}`,
    )
    const estimate = (price: string) =>
      server.db.tenant(fleet.id, (tx) =>
        recordEstimate(
          { tx, clock: server.services.now },
          { fleetId: fleet.id, id: order.id },
          { prices: [{ id: line[0]?.id ?? 0, price }] },
        ),
      )
    const sums = async () => (await owner.get(`/orders/${order.id}`)).body
    await estimate('200.00')
    expect(await sums()).toMatchObject({ pre_tax_sub_total: '200.00', discount: '40.00', total: '169.20' })
    await estimate('35.00')
    expect(await sums()).toMatchObject({ discount: '35.00', tax_amount: '0.00', total: '0.00' })
    await estimate('29.99')
    expect(await sums()).toMatchObject({ discount: '0.00', total: '31.71' })
  })

  it('is used once per fleet, also under concurrency, and released by a canceled order', async () => {
    const once = await promotion({ percentOff: 5 })
    const orders = await Promise.all([1, 2, 3, 4].map(() => anOrder()))
    const responses = await Promise.all(orders.map((order) => apply(order, once)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(new Set(responses.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['promotion_used']),
    )
    const winner = orders[responses.findIndex(({ status }) => status === 200)] ?? { id: 0 }
    const loser = orders[responses.findIndex(({ status }) => status === 409)] ?? { id: 0 }
    expect((await offered(loser)).map(({ id }) => id)).not.toContain(once.id)
    expect((await apply(winner, once)).status).toBe(200)
    const other = await server.build.fleet()
    const theirs = await anOrder({}, other)
    expect((await apply(theirs, once, await server.as(await server.build.user(other)))).status).toBe(200)
    const cancelled = await owner.put(
      `/orders/${winner.id}`,
      { status: 'cancel' },
      { 'idempotency-key': crypto.randomUUID(), 'if-match': '"3"' },
    )
    expect(cancelled.status).toBe(200)
    expect((await apply(loser, once)).status).toBe(200)
  })

  it('is replaced by another one of the same order, which is then the applied one (SHP-028)', async () => {
    const [first, second] = [await promotion({ percentOff: 5 }), await promotion({ percentOff: 15 })]
    const order = await anOrder()
    await apply(order, first)
    const { body } = await apply(order, second)
    expect(body).toMatchObject({ discount: '15.00', promotions: [{ id: second.id }] })
    expect((await apply(await anOrder(), first)).status).toBe(200)
  })

  it('is accepted from a client with the Authorization header, as both posts are documented (SHP-022)', async () => {
    const user = await server.build.user(fleet)
    const bearer = server.client({ authorization: `Bearer ${await server.build.session(user)}` })
    const order = await anOrder()
    const { id, code } = await promotion({ percentOff: 5 })
    expect((await enter(order, code, bearer)).status).toBe(200)
    expect((await apply(order, { id }, bearer)).status).toBe(200)
    const stranger = server.client({ authorization: 'Bearer nobody-nobody-nobody-nobody' })
    expect((await enter(order, code, stranger)).status).toBe(401)
    expect((await apply(order, { id }, stranger)).status).toBe(401)
  })
})

describe('a promotion is refused', () => {
  it.each([
    ['withdrawn', { isActive: false }, 'promotion_unknown'],
    ['of another brand', { brand: 'petrolane' }, 'promotion_unknown'],
    ['of another country', { country: 'CA' }, 'promotion_unknown'],
    ['not begun', { startsOn: '2999-01-01' }, 'promotion_unknown'],
    ['over', { endsOn: '2020-01-01' }, 'promotion_expired'],
    ['for larger orders', { minimum: 100.01 }, 'promotion_minimum'],
  ] as const)('%s: not listed, and its code is answered with the reason', async (_, given, code) => {
    const made = await promotion({ percentOff: 10, ...given })
    const order = await anOrder()
    expect((await offered(order)).map(({ id }) => id)).not.toContain(made.id)
    const { body, status } = await enter(order, made.code)
    expect({ status, code: body.code }).toEqual({ status: 422, code })
    expect((await owner.get(`/orders/${order.id}`)).body).toMatchObject({ promotions: [], discount: '0.00' })
  })

  it('to fleets outside of its management company', async () => {
    const group = await server.build.affiliation()
    const made = await promotion({ percentOff: 10, affiliationId: group.id })
    expect((await enter(await anOrder(), made.code)).body.code).toBe('promotion_unknown')
    const inside = await server.build.fleet({ affiliationId: group.id })
    const member = await server.as(await server.build.user(inside))
    expect((await enter(await anOrder({}, inside), made.code, member)).status).toBe(200)
  })

  it('with the server’s message, in the user’s language (SHP-024, SHP-025)', async () => {
    const order = await anOrder()
    const english = await enter(order, 'NOPE')
    expect(english.body).toMatchObject({ errors: [REFUSED], alertMessage: REFUSED })
    const french = await enter(order, 'NOPE', await aFrenchReader())
    expect(french.body.errors).toEqual(['Nous ne connaissons pas ce code. Vérifiez-le et réessayez.'])
  })

  it('to an order that is complete, an invisible one, and a driver who did not request it', async () => {
    const made = await promotion({ percentOff: 10 })
    const done = await anOrder({ status: 'complete' })
    expect(await offered(done)).toEqual([])
    expect((await apply(done, made)).body.code).toBe('order_status')
    const stranger = await server.as(await server.build.user(await server.build.fleet()))
    const order = await anOrder()
    expect((await apply(order, made, stranger)).status).toBe(404)
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
      select fleet_id, vehicle_id, ${driver.id} from shop_orders where id = ${order.id}`)
    expect((await apply(order, made, await server.as(driver))).body.code).toBe('not_allowed')
  })

  it('after several wrong codes', async () => {
    const guesser = await server.as(await server.build.user(fleet))
    const order = await anOrder()
    const { code } = await promotion({ percentOff: 10 })
    // Successful codes do not count.
    expect((await enter(order, code, guesser)).status).toBe(200)
    // Nor do those that are refused for another reason.
    const large = await promotion({ percentOff: 10, minimum: 300 })
    for (let n = 0; n <= PROMOTION_TRIES; n++)
      expect((await enter(order, large.code, guesser)).body.code).toBe('promotion_minimum')
    for (let n = 0; n < PROMOTION_TRIES; n++)
      expect((await enter(order, `GUESS-${n}`, guesser)).status).toBe(422)
    const refused = await enter(order, code, guesser)
    expect(refused.status).toBe(429)
    expect(refused.body.retry_after).toBeGreaterThan(0)
  })
})

describe('a promotion for an appointment that is not booked yet', () => {
  /** The service costs 82.82 at the shop. */
  const check = async (choice: { code: string } | { promotion_id: number } | object, client = owner) => {
    const priced = await server.build.service({ name: 'Flush' })
    await server.db.query(sql`update service_definitions set typical_price = 82.82 where id = ${priced.id}`)
    const vehicle = await server.build.vehicle(fleet)
    return client.post('/promotions/check', {
      shop_id: shop.id,
      vehicle_id: vehicle.id,
      ...choice,
      order_services: [{ service_definition_id: priced.id }],
    })
  }

  it('is checked against the shop’s prices, and nothing is reserved (SHP-019, SHP-020)', async () => {
    const tenth = await promotion({ percentOff: 10, name: 'Tenth off' })
    const wanted = { id: tenth.id, name: 'Tenth off', description: 'About Tenth off', discount: '8.28' }
    const byCode = await check({ code: tenth.code.toLowerCase() })
    expect({ status: byCode.status, body: byCode.body }).toEqual({ status: 200, body: { promotion: wanted } })
    expect((await check({ promotion_id: tenth.id })).body.promotion).toEqual(wanted)
    expect((await apply(await anOrder(), tenth)).status).toBe(200)
    expect((await check({ code: tenth.code })).body.code).toBe('promotion_used')
  })

  it.each([
    ['unknown', {}, 'NOPE', 'promotion_unknown'],
    ['over', { endsOn: '2020-01-01' }, undefined, 'promotion_expired'],
    ['for larger orders', { minimum: 300 }, undefined, 'promotion_minimum'],
  ] as const)('is refused as it would be after the booking: %s', async (_, given, code, rejection) => {
    const made = await promotion({ percentOff: 10, ...given })
    expect((await check({ code: code ?? made.code })).body.code).toBe(rejection)
    if (!code) expect((await check({ promotion_id: made.id })).body.code).toBe(rejection)
  })

  it('is not checked for a service that does not exist, whose price would count as 0', async () => {
    const { id } = await promotion({ percentOff: 10 })
    const vehicle = await server.build.vehicle(fleet)
    const response = await owner.post('/promotions/check', {
      shop_id: shop.id,
      vehicle_id: vehicle.id,
      promotion_id: id,
      order_services: [{ service_definition_id: 77_000_001 }],
    })
    expect([response.status, response.body.fields]).toEqual([
      422,
      { 'order_services.0.service_definition_id': ['unknown'] },
    ])
  })

  it('is identified in one way: by a code or as a listed promotion', async () => {
    const { id, code } = await promotion({ percentOff: 10 })
    for (const choice of [{}, { promotion_id: id, code }])
      expect((await check(choice)).body).toMatchObject({ code: 'validation', fields: { code: ['required'] } })
  })

  it('counts unknown codes as guesses, together with those for orders, and no others', async () => {
    const guesser = await server.as(await server.build.user(fleet))
    const large = await promotion({ percentOff: 10, minimum: 300 })
    for (let n = 0; n <= PROMOTION_TRIES; n++)
      expect((await check({ code: large.code }, guesser)).body.code).toBe('promotion_minimum')
    for (let n = 0; n < PROMOTION_TRIES; n++)
      expect((await check({ code: `GUESS-${n}` }, guesser)).status).toBe(422)
    expect((await check({ code: large.code }, guesser)).status).toBe(429)
    expect((await enter(await anOrder(), large.code, guesser)).status).toBe(429)
  })
})
