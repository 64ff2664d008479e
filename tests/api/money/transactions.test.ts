import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayIn } from '#domain/core/days.ts'
import { sumOf } from '#domain/orders/prices.ts'
import { sql } from '#server/db/sql.ts'
import { startPayingServer } from '#tests/support/paying-fleet.ts'

let paying: Awaited<ReturnType<typeof startPayingServer>>

beforeAll(async () => {
  paying = await startPayingServer()
})
afterAll(() => paying.server.stop())

const today = dayIn('America/Chicago', new Date())
const range = `start_date=${addDays(today, -2)}&end_date=${addDays(today, 1)}`
const PRICES = ['0.01', '19.99', '141.85', '617.05', '99999.99', '33.33', '1234.56']

it('lists charges, with totals that equal orders, gateway and dashboard to the cent (ruling 35, TRX-010, TRX-013)', async () => {
  const { server, aPayingFleet, aPaidOrder } = paying
  const of = await aPayingFleet()
  for (const price of PRICES) await aPaidOrder(of, price)
  const { status, body } = await of.client.get(`/payment_activities?${range}&page=1&per_page=100`)
  expect([status, body.total_count]).toEqual([200, PRICES.length])
  const shown = sumOf(body.payment_activities.map(({ amount }: { amount: string }) => amount))
  const [ordered] = await server.db.query<{ total: string }>(
    sql`select sum(total) as total from shop_orders where fleet_id = ${of.fleet.id}`,
  )
  const [charged] = await server.db.query<{ total: string }>(sql`
    select sum(t.amount) as total from card_sandbox.transactions t join payments p on p.key = t.key
    where p.fleet_id = ${of.fleet.id} and t.status = 'captured'`)
  const months = `start_date=${addDays(today, -40)}&end_date=${addDays(today, 40)}&grouping=month`
  const { aggregate } = (await of.client.get(`/orders/aggregate?${months}`)).body
  const onDashboard = sumOf(aggregate.map(({ total }: { total: string }) => total))
  expect(body.totals).toEqual([{ currency: 'USD', amount: shown }])
  expect([ordered?.total, charged?.total, onDashboard]).toEqual([shown, shown, shown])
})

it('pages by four, newest first, with the totals of all pages (TRX-020)', async () => {
  const of = await paying.aPayingFleet()
  for (let n = 1; n <= 5; n++) await paying.aPaidOrder(of, `${n}0.00`)
  const pages = await Promise.all(
    [1, 2].map(async (page) => (await of.client.get(`/payment_activities?${range}&page=${page}`)).body),
  )
  const amounts = pages.map(({ payment_activities: rows }) =>
    rows.map((row: { amount: string }) => row.amount),
  )
  expect(amounts).toEqual([['50.00', '40.00', '30.00', '20.00'], ['10.00']])
  expect(pages.map(({ totals }) => totals[0].amount)).toEqual(['150.00', '150.00'])
})

it('deducts refunds, and shows in detail who approved what for which vehicle (TRX-011, TRX-012)', async () => {
  const { server, aPayingFleet, aPaidOrder, reconcile } = paying
  const of = await aPayingFleet()
  const order = await aPaidOrder(of, '80.00')
  const { rev } = (await of.client.get(`/orders/${order.id}`)).body
  const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${rev}"` }
  const refund = { amount: '30.00', reason: 'Wrong part' }
  expect((await of.client.post(`/orders/${order.id}/refunds`, refund, headers)).status).toBe(201)
  await reconcile()
  const { body } = await of.client.get(`/payment_activities?${range}`)
  expect(body.totals).toEqual([{ currency: 'USD', amount: '50.00' }])
  expect(
    body.payment_activities.map((row: { kind: string; amount: string }) => [row.kind, row.amount]),
  ).toEqual([
    ['refunded', '-30.00'],
    ['captured', '80.00'],
  ])
  const { id } = body.payment_activities[1]
  const [vehicle] = await server.db.query<{ vin: string; name: string }>(sql`
    select v.vin, v.display_name as name from vehicles v join shop_orders o on o.vehicle_id = v.id where o.id = ${order.id}`)
  expect((await of.client.get(`/payment_activities/${id}`)).body).toMatchObject({
    id,
    shop_order_id: order.id,
    vin: vehicle?.vin,
    vehicle_name: vehicle?.name,
    method_of_payment: 'Visa 1111',
    approver: expect.stringMatching(/^Dana/),
  })
})

it('exports all rows with details in both languages, and they add up to the totals of the list (TRX-018, TRX-019, TRX-021)', async () => {
  const { server, aPayingFleet, aPaidOrder, reconcile } = paying
  const company = await server.build.affiliation()
  const american = await aPayingFleet('Braintree', { affiliationId: company.id, name: '=Acme, "North"' })
  const canadian = await aPayingFleet('WEX', { affiliationId: company.id, country: 'CA' })
  for (const price of PRICES) await aPaidOrder(american, price)
  const order = await aPaidOrder(american, '80.00')
  await aPaidOrder(canadian, '12.34')
  const { rev } = (await american.client.get(`/orders/${order.id}`)).body
  const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${rev}"` }
  await american.client.post(
    `/orders/${order.id}/refunds`,
    { amount: '30.01', reason: 'Wrong part' },
    headers,
  )
  await reconcile()
  const staff = await server.as(
    await server.build.user(american.fleet, { roles: ['FMC'], affiliationId: company.id }),
  )
  const { totals } = (await staff.get(`/payment_activities?${range}`)).body
  const file = async (client: typeof staff, query: string) =>
    String((await client.get(`/payment_activities.csv?${range}${query}`)).body)
  const english = await file(staff, '')
  const lines = english.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    'Fleet name,Date,Type,Shop order,Approval date,Approver,Vehicle,VIN,Other ID,Department number,PO number,Invoice number,Method of payment,Amount,Currency',
  )
  expect(lines).toHaveLength(1 + PRICES.length + 3)
  const sums = (currency: string) =>
    sumOf(
      lines.flatMap((line) => {
        const [, amount, of] = /,(-?\d+\.\d\d),(...)$/.exec(line) ?? []
        return amount && of === currency ? [amount] : []
      }),
    )
  expect(totals).toEqual([
    { currency: 'USD', amount: sums('USD') },
    { currency: 'CAD', amount: sums('CAD') },
  ])
  expect(english).toContain(`Refund,${order.id},`)
  expect(english).toContain(`"'=Acme, ""North""`)
  const french = await file(staff, `&language=fr&fleet_id=${canadian.fleet.id}`)
  expect(french).toContain('Nom du parc;Date;Type;Commande d’atelier;Date d’approbation;Approbateur;')
  expect(french).toContain(';WEX;12,34;CAD')
  expect(french.trimEnd().split('\r\n')).toHaveLength(2)
  expect((await file(american.client, '')).trimEnd().split('\r\n')).toHaveLength(lines.length - 1)
  const refused = await american.client.get(`/payment_activities.csv?${range}&fleet_id=${canadian.fleet.id}`)
  expect(refused.status).toBe(404)
})

it('uses the days of the fleet, and rejects a range that ends before it starts', async () => {
  const of = await paying.aPayingFleet()
  await paying.aPaidOrder(of)
  const on = async (from: string, to: string) =>
    (await of.client.get(`/payment_activities?start_date=${from}&end_date=${to}`)).body
  expect((await on(addDays(today, -9), addDays(today, -3))).total_count).toBe(0)
  expect((await on(addDays(today, -1), addDays(today, 1))).total_count).toBe(1)
  expect((await on(today, addDays(today, -1))).fields).toEqual({ end_date: ['date'] })
})

it('shows a fleet its own, FMC users all fleets of their company or one, and no one anything else (TRX-003, TRX-004)', async () => {
  const { server, aPayingFleet, aPaidOrder } = paying
  const [company, another] = [await server.build.affiliation(), await server.build.affiliation()]
  const first = await aPayingFleet('Braintree', { affiliationId: company.id })
  const second = await aPayingFleet('WEX', { affiliationId: company.id })
  const foreign = await aPayingFleet('Braintree', { affiliationId: another.id })
  for (const of of [first, second, foreign]) await aPaidOrder(of, '10.00')
  const staff = await server.as(
    await server.build.user(first.fleet, { roles: ['FMC Fleet Manager'], affiliationId: company.id }),
  )
  const sums = async (client: typeof staff, fleet = '') => {
    const { status, body } = await client.get(`/payment_activities?${range}${fleet}`)
    return status === 200 ? body.totals : status
  }
  expect(await sums(staff)).toEqual([{ currency: 'USD', amount: '20.00' }])
  expect(await sums(staff, `&fleet_id=${second.fleet.id}`)).toEqual([{ currency: 'USD', amount: '10.00' }])
  expect(await sums(staff, `&fleet_id=${foreign.fleet.id}`)).toBe(404)
  expect(await sums(first.client)).toEqual([{ currency: 'USD', amount: '10.00' }])
  expect(await sums(first.client, `&fleet_id=${second.fleet.id}`)).toBe(404)
  const driver = await server.as(await server.build.user(first.fleet, { roles: ['Driver'] }))
  expect(await sums(driver)).toBe(403)
  const [row] = (await foreign.client.get(`/payment_activities?${range}`)).body.payment_activities
  for (const client of [staff, first.client])
    expect((await client.get(`/payment_activities/${row.id}`)).status).toBe(404)
})
