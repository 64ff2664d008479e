import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/core/days.ts'
import { sql } from '#server/db/sql.ts'
import { refreshServiceDemand } from '#server/modules/catalog/services/service-demand.ts'
import { type Client, retryWhileUnavailable } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder, aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let ownerUser: { id: number }
let shop: { id: number }
let service: { id: number }
let placed: { id: number }
const day = aWorkday()

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  const user = await server.build.user(fleet, { firstName: 'Dana' })
  ownerUser = user
  owner = await server.as(user)
  shop = await server.build.shop({ name: 'Quick Lane' })
  service = await server.build.service({ name: 'Oil change' })
  placed = await server.build.service({ name: 'Brake pads', positions: ['front', 'rear'] })
  await server.db.query(sql`update service_definitions set typical_price = 80 where id = ${service.id}`)
  await server.db.query(sql`update shops set slot_capacity = 3 where id = ${shop.id}`)
})
afterAll(() => server.stop())

const book = async (vehicle: { id: number }, given: Record<string, unknown> = {}, client = owner) => {
  const [time = ''] = await freeTimes(client, shop.id, day)
  const body = aRequest(
    { shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: time, ...given },
    service.id,
  )
  return client.post('/orders', body, writeHeaders())
}

describe('free times of a shop', () => {
  it('follow its own time zone and hours, on its working days (SVC-103, SVC-099)', async () => {
    const { body } = await owner.get(`/shops/${shop.id}/schedule?date=${day}&days=1`)
    expect(body.time_zone).toBe('America/New_York')
    expect(body.days).toHaveLength(1)
    expect(body.days[0].date).toBe(day)
    expect(body.days[0].times.map((slot: { time: string }) => slot.time)).toEqual([
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ])
    const first = new Date(body.days[0].times[0].appointment_datetime)
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hour12: false,
    })
    expect(clock.format(first)).toBe('08')
    let sunday = day
    while (new Date(`${sunday}T12:00:00Z`).getUTCDay() !== 0) sunday = addDays(sunday, 1)
    expect(await freeTimes(owner, shop.id, sunday)).toEqual([])
  })

  it('start today and end after 30 days in the shop’s time zone (SVC-099)', async () => {
    const { body } = await owner.get(`/shops/${shop.id}/schedule`)
    expect(body.last_date).toBe(addDays(body.first_date, 30))
    const at = (date: string) => owner.get(`/shops/${shop.id}/schedule?date=${date}`)
    expect((await at(body.last_date)).status).toBe(200)
    expect((await at(addDays(body.last_date, 1))).body.fields).toEqual({ date: ['too_far'] })
    expect((await at(addDays(body.first_date, -1))).body.fields).toEqual({ date: ['past'] })
    const far = new Date(Date.parse(`${addDays(body.last_date, 3)}T15:00:00Z`)).toISOString()
    const vehicle = await server.build.vehicle(fleet)
    expect((await book(vehicle, { appointment_datetime: far })).body.fields).toEqual({
      appointment_datetime: ['too_far'],
    })
    const past = new Date(Date.now() - 86_400_000).toISOString()
    expect((await book(vehicle, { appointment_datetime: past })).status).toBe(422)
  })
})

describe('a request', () => {
  it('creates an initiated order, with estimated prices and tax, and its first log entry (SVC-104, SVC-045, SVC-047)', async () => {
    const vehicle = await server.build.vehicle(fleet, { odometer: 41_000 })
    const { status, body, headers } = await book(vehicle, {
      po_number: 'PO-7',
      customer_comments: 'Squeaks',
      payment_method_availability: true,
      fault_codes: [{ id: 'P0420', name: 'Catalyst' }],
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toBe('"1"')
    expect(body).toMatchObject({
      status: 'initiated',
      state: 'requested',
      shop: { name: 'Quick Lane', main_phone_number: '6145550100' },
      vehicle: { id: vehicle.id },
      originator: { id: ownerUser.id, roles: ['Owner'] },
      po_number: 'PO-7',
      customer_comments: 'Squeaks',
      fault_codes: [{ id: 'P0420', name: 'Catalyst' }],
      miles: 41_000,
      kilometers: 65_983,
      pre_tax_sub_total: '80.00',
      tax_amount: '4.60',
      total: '84.60',
      saving: '26.67',
      maintenance_type: 'FleetAdvise',
      can_cancel: true,
      can_approve: false,
      appointment_time_pretty: '08:00 AM',
      appointment_date_pretty: `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
    })
    expect(body.order_services).toMatchObject([
      { name: 'Oil change', status: 'initiated', price: '80.00', odometer_config: { quantity: 1 } },
    ])
    const log = await owner.get(`/shop_order_activity_items?shop_order_id=${body.id}`)
    expect(log.body.shop_order_activity_items).toMatchObject([
      {
        activity_type: 'request',
        acting_user: expect.stringContaining('Dana'),
        total: '84.60',
        service_details: [{ name: 'Oil change', price: '80.00' }],
      },
    ])
  })

  it('keeps its customer after that user is deactivated (APR-008)', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const user = await server.build.user(fleet, { firstName: 'Noor' })
    const { id } = (await book(vehicle, {}, await server.as(user))).body
    await server.db.query(sql`update users set is_active = false where id = ${user.id}`)
    const manager = await server.as(await server.build.user(fleet, { roles: ['Fleet Manager'] }))
    expect((await manager.get(`/orders/${id}`)).body.originator).toMatchObject({
      id: user.id,
      roles: ['Owner'],
    })
  })

  it('needs a payment method if the fleet pays here by card, whatever the request states (SVC-076, SVC-078, SVC-079)', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const pays = (providers: string[]) =>
      server.db.query(sql`
        update fleets set pays_through_platform = ${providers.length > 0}, payment_providers = ${providers}::text[]
        where id = ${fleet.id}`)
    await pays(['Braintree'])
    const refused = await book(vehicle, { payment_method_availability: true })
    expect([refused.status, refused.body.code, refused.body.alertMessage]).toEqual([
      422,
      'payment_method_missing',
      'Error: No payment method is available',
    ])
    await pays(['Braintree', 'WEX'])
    expect((await book(vehicle, { payment_method_availability: false })).status).toBe(201)
    const other = await server.build.vehicle(fleet)
    await pays(['Braintree'])
    await server.build.paymentMethod(fleet, ownerUser)
    expect((await book(other)).status).toBe(201)
    await pays([])
  })

  it('is created once, however often it is sent', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const [time = ''] = await freeTimes(owner, shop.id, aWorkday(9))
    const body = aRequest(
      { shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: time },
      service.id,
    )
    const key = writeHeaders(randomUUID())
    const responses = await Promise.all([1, 2, 3].map(() => owner.post('/orders', body, key)))
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201])
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
  })

  it('is refused while the vehicle has an open order, regardless of its status (SVC-088)', async () => {
    for (const status of [
      'initiated',
      'initiated_by_user',
      'active',
      'awaiting_approval',
      'approved',
      'walk_in',
    ]) {
      const vehicle = await server.build.vehicle(fleet)
      await anOpenOrder(server.db, vehicle, { status })
      const { status: code, body } = await book(vehicle)
      expect([code, body.code, body.alertMessage]).toEqual([
        409,
        'order_exists',
        'There is already an active order for this vehicle. Please complete before you schedule.',
      ])
    }
    const free = await server.build.vehicle(fleet)
    await anOpenOrder(server.db, free, { status: 'cancel' })
    await anOpenOrder(server.db, free, { status: 'paid' })
    expect((await book(free)).status).toBe(201)
  })

  it('needs a position for each service that has some, and no service twice at one (SVC-064, SVC-085)', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const lines = (order_services: object[]) => book(vehicle, { order_services })
    const id = placed.id
    expect((await lines([{ service_definition_id: id }])).body.fields).toEqual({
      'order_services.0.position': ['position'],
    })
    expect((await lines([{ service_definition_id: service.id, position: 'front' }])).body.fields).toEqual({
      'order_services.0.position': ['position'],
    })
    const front = { service_definition_id: id, position: 'front' }
    expect((await lines([front, front])).body.fields).toEqual({
      'order_services.1.service_definition_id': ['double'],
    })
    expect((await lines([])).body.fields).toEqual({ order_services: ['required'] })
    expect((await lines([front, { ...front, position: 'rear' }])).status).toBe(201)
  })

  it('of a medium or heavy duty vehicle needs a shop and services that support it (SVC-086, SVC-087)', async () => {
    const vehicle = await server.build.vehicle(fleet)
    await server.db.query(sql`update vehicles set vehicle_type_id = 'medium_heavy' where id = ${vehicle.id}`)
    const light = await server.build.service({ name: 'Tire rotation' })
    await server.db.query(
      sql`update service_definitions set support_medium_and_heavy_duty_vehicles = false where id = ${light.id}`,
    )
    const request = { order_services: [{ service_definition_id: light.id }] }
    expect((await book(vehicle, request)).body.fields).toEqual({
      shop_id: ['duty'],
      'order_services.0.service_definition_id': ['duty'],
    })
    const { body } = await owner.post('/services/search', { query: 't', vehicle_id: vehicle.id })
    expect(body.services.map((service: { id: number }) => service.id)).not.toContain(light.id)
  })

  it('lists first the services that suit the vehicle’s class and that fleets book most (SVC-094)', async () => {
    const { build, db } = server
    const tag = `Caliper${Date.now()}`
    const [heavy, rare, common] = [
      await build.service({ name: `A ${tag}` }),
      await build.service({ name: `B ${tag}` }),
      await build.service({ name: `C ${tag}` }),
    ]
    await db.query(sql`update service_definitions set is_medium_heavy_only = true where id = ${heavy.id}`)
    const van = await build.vehicle(fleet)
    const orders = [
      [await build.vehicle(fleet), common],
      [await build.vehicle(fleet), common],
      [await build.vehicle(fleet), rare],
    ] as const
    for (const [vehicle, service] of orders) await anOpenOrder(db, vehicle, { serviceId: service.id })
    await refreshServiceDemand(db, new Date())
    const { body } = await owner.post('/services/search', { query: tag, vehicle_id: van.id })
    expect(body.services.map(({ id }: { id: number }) => id)).toEqual([common.id, rare.id, heavy.id])
    expect(body.services[0].demand).toMatchObject({ medium_heavy: 0 })
  })

  it('is refused for a deactivated vehicle, and at shops of companies without booking (SVC-072, SVC-074)', async () => {
    const parked = await server.build.vehicle(fleet, { isActive: false })
    expect((await book(parked)).body.fields).toEqual({ vehicle_id: ['inactive'] })
    const closed = await server.build.shop({ name: 'Pit Row' })
    await server.db.query(
      sql`update shops set company_reference_id = 'PITROW', company_name = 'Pit Row' where id = ${closed.id}`,
    )
    const { body } = await owner.get('/shops/select_shops?zip=43215&per_page=50')
    const of = (list: { id: number; scheduling: string }[]) =>
      list.find((listed) => listed.id === closed.id)?.scheduling
    expect(of(body.shops)).toBe('online')
    const [time = ''] = await freeTimes(owner, closed.id, day)
    await server.db.query(
      sql`insert into shop_company_settings (reference_id, scheduling) values ('PITROW', 'not_supported')`,
    )
    expect(of((await owner.get('/shops/select_shops?zip=43215&per_page=50')).body.shops)).toBe(
      'not_supported',
    )
    expect(await freeTimes(owner, closed.id, day)).toEqual([])
    const vehicle = await server.build.vehicle(fleet)
    const response = await book(vehicle, { shop_id: closed.id, appointment_datetime: time })
    expect([response.status, response.body.code]).toEqual([422, 'scheduling_not_supported'])
  })

  it('is for visible vehicles and shops of the fleet’s own country only', async () => {
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const client = await server.as(driver)
    const own = await server.build.vehicle(fleet, { drivers: [driver] })
    const other = await server.build.vehicle(fleet)
    expect((await book(other, {}, client)).status).toBe(404)
    const booked = await book(own, {}, client)
    expect(booked.status).toBe(201)
    expect((await client.get(`/orders/${booked.body.id}`)).body.can_cancel).toBe(true)
    const abroad = await server.build.shop({ country: 'CA' })
    expect((await owner.get(`/shops/${abroad.id}/schedule`)).status).toBe(404)
  })
})

describe('two hundred bookings at the same moment', () => {
  it('get twenty orders for twenty free places; the others are refused immediately with the remaining times, and no vehicle has two', async () => {
    const busy = await server.build.shop({ name: 'Busy' })
    await server.db.query(
      sql`update shops set slot_capacity = 4, opens_at = '08:00', closes_at = '13:00' where id = ${busy.id}`,
    )
    const times = await freeTimes(owner, busy.id, day)
    expect(times).toHaveLength(5)
    // Two fleets, 50 vehicles each. Every vehicle is requested twice, so that both rules are tested under concurrency.
    const other = await server.build.fleet()
    const otherOwner = await server.as(await server.build.user(other))
    const requests: (() => ReturnType<Client['post']>)[] = []
    for (const [of, client] of [
      [fleet, owner],
      [other, otherOwner],
    ] as const) {
      for (let n = 0; n < 50; n++) {
        const vehicle = await server.build.vehicle(of)
        for (const shift of [0, 1])
          requests.push(() => {
            const time = times[(n + shift) % 5]!
            const body = { shop_id: busy.id, vehicle_id: vehicle.id, appointment_datetime: time }
            const key = writeHeaders()
            return retryWhileUnavailable(() => client.post('/orders', aRequest(body, service.id), key))
          })
      }
    }
    const began = Date.now()
    const responses = await Promise.all(requests.map((send) => send()))
    const tookMs = Date.now() - began
    const codes = responses.map((response) => (response.status === 201 ? 'booked' : response.body.code))
    expect(requests).toHaveLength(200)
    expect(codes.filter((code) => code === 'booked')).toHaveLength(20)
    expect([...new Set(codes)].sort()).toEqual(expect.arrayContaining(['booked', 'slot_taken']))
    expect(codes.every((code) => ['booked', 'slot_taken', 'order_exists'].includes(code))).toBe(true)
    const [loser] = responses.filter((response) => response.body.code === 'slot_taken').slice(-1)
    expect(loser!.body.alertMessage).toBe('Someone just took this time. Choose another.')
    expect(loser!.body.current).toMatchObject({ date: day, times: expect.any(Array) })
    const places = await server.db.query<{ n: number }>(
      sql`select count(*) as n from shop_orders where shop_id = ${busy.id} group by appointment_datetime`,
    )
    expect(places.map((row) => row.n)).toEqual([4, 4, 4, 4, 4])
    const doubled = await server.db.query(sql`
      select vehicle_id from shop_orders where status in ('initiated', 'active', 'awaiting_approval', 'approved')
      group by 1 having count(*) > 1`)
    expect(doubled).toEqual([])
    expect(await freeTimes(owner, busy.id, day)).toEqual([])
    console.log(`200 requests for 20 places: ${tookMs} ms`)
  }, 120_000)

  it('free a place again when an order is canceled', async () => {
    const small = await server.build.shop()
    await server.db.query(sql`update shops set slot_capacity = 1 where id = ${small.id}`)
    const [time = ''] = await freeTimes(owner, small.id, day)
    const vehicle = await server.build.vehicle(fleet)
    const body = aRequest(
      { shop_id: small.id, vehicle_id: vehicle.id, appointment_datetime: time },
      service.id,
    )
    const order = await owner.post('/orders', body, writeHeaders())
    expect(await freeTimes(owner, small.id, day)).not.toContain(time)
    await owner.put(`/orders/${order.body.id}`, { status: 'cancel' }, writeHeaders(undefined, order.body.rev))
    expect(await freeTimes(owner, small.id, day)).toContain(time)
    expect((await owner.post('/orders', body, writeHeaders())).status).toBe(201)
  })
})
