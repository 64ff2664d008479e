import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let staff: Client
let owner: Client
let one: { id: number }
let foreign: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  const { id: affiliationId } = await build.affiliation()
  one = await build.fleet({ affiliationId, name: 'One "North", Ltd' })
  const two = await build.fleet({ affiliationId, name: 'Two', country: 'CA' })
  foreign = await build.fleet({ affiliationId: (await build.affiliation()).id, name: 'Foreign' })
  await month(one, '2026-03-01', 'paid', '15.00')
  await month(one, '2026-04-01', 'failed', '20.00')
  await month(two, '2026-04-01', 'paid', '9.00', 'CAD')
  await month(foreign, '2026-04-01', 'failed', '99.00')
  const user = await build.user(one, { email: 'subscription.owner@example.com' })
  const card = await build.paymentMethod(one, user)
  await server.db.query(sql`
    with p as (insert into payments (fleet_id, subscription_month, attempt, key, provider, method_id, currency, amount,
        capture_amount, status) values (${one.id}, '2026-03-01', 1, 'subscription-test', 'Braintree', ${card.id}, 'USD', 15, 15,
        'captured') returning fleet_id, id)
    insert into payment_activities (fleet_id, payment_id, kind, amount, created_at)
    select fleet_id, id, 'captured', 15, '2026-03-03T03:00:00Z' from p`)
  owner = await server.as(user)
  staff = await server.as(await build.user(two, { roles: ['FMC Fleet Manager'], affiliationId }))
})
afterAll(() => server.stop())

async function month(fleet: { id: number }, first: string, status: string, amount: string, currency = 'USD') {
  await server.db.query(sql`
    insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
    values (${fleet.id}, ${first}, 1, ${amount}, ${amount}, ${currency}, ${status})`)
}
const RANGE = 'start_date=2026-01-01&end_date=2026-12-31'
const list = (client: Client, query = '') => client.get(`/subscription_activities?${RANGE}${query}`)

describe('subscriptions as transactions (TRX-014)', () => {
  it('list a fleet’s own months, with method and date of payment (TRX-017)', async () => {
    const { body } = await list(owner)
    expect(body).toMatchObject({
      total_count: 2,
      totals: [{ currency: 'USD', amount: '35.00', paid: '15.00' }],
    })
    expect(body.subscription_activities).toEqual([
      {
        id: `${one.id}-2026-04`,
        fleet_id: one.id,
        fleet_name: 'One "North", Ltd',
        status: 'failed',
        subscription: '2026-04-01',
        subscription_date: '2026-04-01',
        method_of_payment: null,
        number_of_vehicles: 1,
        amount: '20.00',
        currency: 'USD',
      },
      {
        id: `${one.id}-2026-03`,
        fleet_id: one.id,
        fleet_name: 'One "North", Ltd',
        status: 'paid',
        // 3 a.m. UTC is still the day before in New York.
        subscription: '2026-03-01',
        subscription_date: '2026-03-02',
        method_of_payment: 'Visa 1111',
        number_of_vehicles: 1,
        amount: '15.00',
        currency: 'USD',
      },
    ])
    expect((await list(owner, `&fleet_id=${foreign.id}`)).status).toBe(404)
  })

  it('list every fleet of the company for FMC users, including failed months (ruling 32)', async () => {
    const { body } = await list(staff)
    expect(body.totals).toEqual([
      { currency: 'USD', amount: '35.00', paid: '15.00' },
      { currency: 'CAD', amount: '9.00', paid: '9.00' },
    ])
    const failed = (await list(staff, '&status=failed')).body
    expect(failed.subscription_activities.map(({ id }: { id: string }) => id)).toEqual([`${one.id}-2026-04`])
    expect((await list(staff, `&fleet_id=${foreign.id}`)).status).toBe(404)
    expect((await list(staff, '&per_page=2&page=2')).body).toMatchObject({ total_pages: 2, page: 2 })
  })

  it('reject an end before the start', async () => {
    const { status, body } = await staff.get(
      '/subscription_activities?start_date=2026-02-01&end_date=2026-01-01',
    )
    expect([status, body.fields]).toEqual([422, { end_date: ['date'] }])
  })

  it('are exported in both languages, with the same rows', async () => {
    const download = async (language: string) => {
      const { ticket } = (await staff.post('/tickets', { purpose: 'download' })).body
      const query = `${RANGE}&language=${language}&auth_token=${ticket}`
      return (await server.client().get(`/api/v4/subscription_activities.csv?${query}`)).body as string
    }
    const english = (await download('en')).trim().split('\r\n')
    expect(english[0]).toContain('Fleet name,Subscription,Subscription date')
    expect(english).toHaveLength(4)
    expect(english.join('\n')).toContain('"One ""North"", Ltd",2026-03,2026-03-02,Visa 1111,1,15.00,USD,Paid')
    const french = (await download('fr')).trim().split('\r\n')
    expect(french[0]).toContain('Nom du parc;Abonnement')
    expect(french.join('\n')).toContain('Échec')
  })
})
