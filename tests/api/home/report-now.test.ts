// A report that a user emails to themselves at once (decision 107).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { REPORT_SENDS_PER_HOUR } from '#server/limits.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** The server's clock. */
let now = new Date()
const at = (instant: string) => {
  now = new Date(instant)
  return now
}
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())

const WEEK = { report: 'costs', by: 'department', every: 'week' } as const
type Fleet = { id: number }
type Sender = { fleet: Fleet; user: { id: number } }

async function aSender(given: Partial<Sender> & { roles?: ('Owner' | 'Driver')[] } = {}) {
  const fleet = given.fleet ?? (await server.build.fleet({ timeZone: 'America/New_York' }))
  const user = given.user ?? (await server.build.user(fleet, { roles: given.roles ?? ['Owner'] }))
  const client = await server.as({ id: user.id, fleetId: fleet.id })
  const send = (input: object = {}, key = randomUUID()) =>
    client.post('/report_subscriptions/send', { ...WEEK, ...input }, writeHeaders(key))
  const mails = () =>
    server.db.query<{ subject: string; text: string; unsubscribe: string | null }>(
      sql`select m.subject, m.text, m.unsubscribe from mails m join users u on u.email = m.recipient
        where u.id = ${user.id} order by m.created_at, m.id`,
    )
  return { fleet, user, client, send, mails }
}

async function aCost({ id, fleetId }: { id: number; fleetId: number }, day: string, price: string) {
  await anOpenOrder(server.db, { id, fleetId }, { status: 'paid', at: `${day}T16:00:00Z`, price })
}

/** Without the small print, which says why the email was sent. */
const contentOf = ({ subject, text }: { subject: string; text: string }) => ({
  subject,
  text: text.split('\n-- \n')[0],
})

it('has the content of the next email of a subscription, goes to the own address, and subscribes to nothing', async () => {
  const ada = await aSender()
  const vehicle = await server.build.vehicle(ada.fleet)
  await aCost(vehicle, '2026-05-05', '120.00')
  await aCost(vehicle, '2026-05-12', '9.00')
  at('2026-05-06T16:00:00Z')
  await ada.client.post('/report_subscriptions', WEEK, writeHeaders(randomUUID()))
  while (await server.services.reportMailSender.sendNext(at('2026-05-11T12:00:00Z')));
  const sent = await ada.send()
  const [subscribed, own, ...more] = await ada.mails()
  expect(more).toEqual([])
  expect(contentOf(own!)).toEqual(contentOf(subscribed!))
  expect(own?.text).toContain('$120.00 · 1 order or entry')
  expect(own?.unsubscribe).toBeNull()
  expect(own?.text).not.toContain('Unsubscribe')
  // Also for the own fleet, because the session may act for another one.
  expect(own?.text).toContain(`&fleet=${ada.fleet.id}\n`)
  const [{ email }] = (await server.db.query(sql`select email from users where id = ${ada.user.id}`)) as [
    { email: string },
  ]
  expect(sent).toMatchObject({ status: 200, body: { email, from: '2026-05-04', to: '2026-05-10' } })
  expect((await ada.client.get('/report_subscriptions')).body.subscriptions).toHaveLength(1)
  // Sending does not replace the email of the subscription.
  while (await server.services.reportMailSender.sendNext(at('2026-05-18T12:00:00Z')));
  expect(await ada.mails()).toHaveLength(3)

  const ben = await aSender({ fleet: ada.fleet })
  expect((await ben.send({ every: 'month' })).body).toMatchObject({ from: '2026-04-01', to: '2026-04-30' })
  expect((await ben.client.get('/report_subscriptions')).body.subscriptions).toEqual([])
})

it('counts what the user may see in the fleet that is open', async () => {
  at('2026-05-11T12:00:00Z')
  const affiliation = await server.build.affiliation()
  const [home, other] = [
    await server.build.fleet({ affiliationId: affiliation.id }),
    await server.build.fleet({ affiliationId: affiliation.id }),
  ]
  await aCost(await server.build.vehicle(home), '2026-05-05', '7.00')
  await aCost(await server.build.vehicle(other), '2026-05-05', '31.00')
  const staff = await server.build.user(null, { roles: ['FMC'], affiliationId: affiliation.id } as never)
  const acting = await aSender({ fleet: other, user: staff })
  expect((await acting.send()).status).toBe(200)
  const [mail] = await acting.mails()
  expect(mail?.text).toContain('Total: $31.00')
  expect(mail?.text).not.toContain('$7.00')
  // The link offers to open that fleet.
  expect(mail?.text).toContain(`&fleet=${other.id}\n`)

  const driver = await aSender({ fleet: other, roles: ['Driver'] })
  const status = (await driver.send()).status
  const [seen] = await driver.mails()
  // A driver without vehicles sees no cost, whether or not drivers may read reports.
  expect(status === 403 || seen?.text.includes('assigned to you')).toBe(true)
  expect(seen?.text ?? '').not.toContain('$31.00')
})

it('is sent once per request, and rejects wrong splits', async () => {
  at('2026-05-11T12:00:00Z')
  const ada = await aSender()
  const key = randomUUID()
  const responses = await Promise.all([ada.send({}, key), ada.send({}, key), ada.send({}, key)])
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect((await ada.send({}, key)).status).toBe(200)
  expect(await ada.mails()).toHaveLength(1)
  const refused = await ada.send({ report: 'downtime', by: 'service' })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['by']])
  expect(await ada.mails()).toHaveLength(1)
})

it('is limited per user and hour, and says how long to wait', async () => {
  at('2026-05-11T12:00:00Z')
  const ada = await aSender()
  const statuses = await Promise.all(
    Array.from({ length: REPORT_SENDS_PER_HOUR + 3 }, async () => (await ada.send()).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(REPORT_SENDS_PER_HOUR)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect(await ada.mails()).toHaveLength(REPORT_SENDS_PER_HOUR)
  const refused = await ada.send()
  expect(refused.body.code).toBe('too_many')
  const colleague = await aSender({ fleet: ada.fleet })
  expect((await colleague.send()).status).toBe(200)
})
