// Reports by email (decision 98): who may subscribe, when a report is sent, and that it is sent once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportSubscriptionInput } from '#contract/home/report-subscriptions.ts'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { REPORT_EMAIL_GROUPS } from '#server/modules/home/report-subscriptions/report-figures.ts'
import { reportMailSender } from '#server/modules/home/report-subscriptions/report-mail-sender.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** Wednesday noon in New York. The server's clock; `at` sets it. */
let now = new Date('2026-05-06T16:00:00Z')
const at = (instant: string) => {
  now = new Date(instant)
  return now
}
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())

const COSTS: ReportSubscriptionInput = { report: 'costs', by: 'department', every: 'week' }
type Fleet = { id: number }

async function aReader(
  given: {
    fleet?: Fleet
    timeZone?: string
    roles?: ('Owner' | 'Driver')[]
    user?: { id: number; fleetId: number }
  } = {},
) {
  const fleet = given.fleet ?? (await server.build.fleet({ timeZone: given.timeZone ?? 'America/New_York' }))
  const user = given.user ?? (await server.build.user(fleet, { roles: given.roles ?? ['Owner'] }))
  const client = await server.as({ id: user.id, fleetId: fleet.id })
  const subscribe = (input: Partial<ReportSubscriptionInput> = {}) =>
    client.post('/report_subscriptions', { ...COSTS, ...input }, writeHeaders(randomUUID()))
  const end = (id: number) => client.delete(`/report_subscriptions/${id}`, writeHeaders(randomUUID()))
  const list = async () => (await client.get('/report_subscriptions')).body.subscriptions
  const mails = async () =>
    server.db.query<{ subject: string; text: string; html: string; unsubscribe: string }>(
      sql`select m.subject, m.text, m.html, m.unsubscribe from mails m join users u on u.email = m.recipient
        where u.id = ${user.id} order by m.created_at, m.id`,
    )
  const subjects = async () => (await mails()).map(({ subject }) => subject)
  return { fleet, user, client, subscribe, end, list, mails, subjects }
}
/** Everything that the poller of a server does at this instant. */
async function poll(instant: string, sender = server.services.reportMailSender) {
  while (await sender.sendNext(at(instant)));
}
const nameOf = async ({ id }: Fleet) =>
  (await server.db.query<{ name: string }>(sql`select name from fleets where id = ${id}`))[0]!.name
const nextOn = async (userId: number) =>
  (
    await server.db.query<{ next_on: string }>(
      sql`select next_on from report_subscriptions where user_id = ${userId}`,
    )
  )[0]?.next_on

describe('subscribing', () => {
  it('belongs to one user in one fleet: others neither see it nor end it', async () => {
    at('2026-05-06T16:00:00Z')
    const ada = await aReader()
    const colleague = await aReader({ fleet: ada.fleet })
    const created = await ada.subscribe()
    expect(created).toMatchObject({ status: 200, body: { ...COSTS, next_on: '2026-05-11' } })
    expect(await ada.list()).toEqual([created.body])
    expect(await colleague.list()).toEqual([])
    expect((await colleague.end(created.body.id)).status).toBe(404)
    const stranger = await aReader()
    expect((await stranger.end(created.body.id)).status).toBe(404)
    expect(await ada.list()).toHaveLength(1)
    expect((await ada.end(created.body.id)).status).toBe(200)
    expect((await ada.end(created.body.id)).status).toBe(404)
    expect(await ada.list()).toEqual([])
  })

  it('twice has the effect of once, even concurrently, and subscribing again undoes the end', async () => {
    at('2026-05-06T16:00:00Z')
    const ada = await aReader()
    const responses = await Promise.all([ada.subscribe(), ada.subscribe(), ada.subscribe()])
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    const { body } = responses[0]
    await ada.end(body.id)
    // On the Monday, before it was sent: it still is.
    at('2026-05-11T10:00:00Z')
    expect((await ada.subscribe()).body).toEqual(body)
    await poll('2026-05-11T11:00:00Z')
    expect(await ada.subjects()).toHaveLength(1)
    // Ended in one week and resumed in a later one: the next Monday, not at once.
    await ada.end(body.id)
    at('2026-06-03T16:00:00Z')
    expect((await ada.subscribe()).body).toMatchObject({ id: body.id, next_on: '2026-06-08' })
  })

  it('takes splits of the report only, and no more reports than the limit, even concurrently', async () => {
    const ada = await aReader()
    for (const wrong of [
      { report: 'downtime', by: 'service' },
      { report: 'distance_costs', by: 'shop' },
      { report: 'compliance', by: 'shop' },
      { by: 'moon' },
      { every: 'day' },
    ] as object[])
      expect([wrong, (await ada.subscribe(wrong)).status]).toEqual([wrong, 422])
    const all = (['week', 'month'] as const).flatMap((every) =>
      (['month', 'department', 'class', 'vehicle', 'shop', 'service'] as const).map((by) => ({ by, every })),
    )
    const statuses = (await Promise.all(all.map(ada.subscribe))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(REPORT_SUBSCRIPTIONS_MAX)
    expect(await ada.list()).toHaveLength(REPORT_SUBSCRIPTIONS_MAX)
    const refused = await ada.subscribe(all[statuses.indexOf(422)])
    expect(refused.body.fields).toEqual({ subscriptions: ['too_many'] })
    // What exists is not refused.
    expect((await ada.subscribe(all[statuses.indexOf(200)])).status).toBe(200)
  })
})

describe('the day and hour', () => {
  it.each(['America/New_York', 'Pacific/Honolulu', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    'is Monday at seven in %s, also where the clocks change, with the week before',
    async (timeZone) => {
      const ada = await aReader({ timeZone })
      at('2026-03-04T12:00:00Z')
      await ada.subscribe()
      // The clocks of New York change on Sunday, March 8.
      const offset = {
        'America/New_York': -4,
        'Pacific/Honolulu': -10,
        'Asia/Kolkata': 5.5,
        'Pacific/Kiritimati': 14,
      }[timeZone]!
      const seven = Date.parse('2026-03-09T07:00:00Z') - offset * 3_600_000
      await poll(new Date(seven - 1000).toISOString())
      expect(await ada.subjects()).toEqual([])
      await poll(new Date(seven).toISOString())
      const name = await nameOf(ada.fleet)
      expect(await ada.subjects()).toEqual([`${name}: Cost by department, 03/02/2026 to 03/08/2026`])
      expect(await nextOn(ada.user.id)).toBe('2026-03-16')
    },
  )

  it('is the first day of a month, with the month before', async () => {
    const ada = await aReader()
    at('2026-01-31T12:00:00Z')
    await ada.subscribe({ every: 'month', by: 'shop' })
    await poll('2026-02-01T11:59:59Z')
    expect(await ada.subjects()).toEqual([])
    for (const instant of [
      '2026-02-01T12:00:00Z',
      '2026-02-01T13:00:00Z',
      '2026-02-20T12:00:00Z',
      '2026-03-01T12:00:00Z',
    ])
      await poll(instant)
    const name = await nameOf(ada.fleet)
    expect(await ada.subjects()).toEqual([
      `${name}: Cost by shop, January 2026`,
      `${name}: Cost by shop, February 2026`,
    ])
  })

  it('after weeks without a server, only the latest period is sent, and then the next one on schedule', async () => {
    const ada = await aReader()
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await poll('2026-06-11T16:00:00Z')
    await poll('2026-06-14T16:00:00Z')
    await poll('2026-06-15T16:00:00Z')
    const name = await nameOf(ada.fleet)
    expect(await ada.subjects()).toEqual([
      `${name}: Cost by department, 06/01/2026 to 06/07/2026`,
      `${name}: Cost by department, 06/08/2026 to 06/14/2026`,
    ])
  })
})

describe('a report', () => {
  it('is sent once by several servers at once', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => aReader()))
    at('2026-05-06T16:00:00Z')
    for (const reader of readers) await reader.subscribe()
    const other = await startTestServer({ databaseUrl: server.databaseUrl })
    const senders = [server, server, other, other].map(({ services }) => services.reportMailSender)
    await Promise.all(senders.map((sender) => poll('2026-05-11T12:00:00Z', sender)))
    await other.stop()
    for (const reader of readers) expect(await reader.subjects()).toHaveLength(1)
  })

  it('is sent once, wherever the server is killed', async () => {
    const ada = await aReader()
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    const { ports } = server.services
    const killed = sql`select pg_terminate_backend(pg_backend_pid())`
    for (const isWritten of [false, true]) {
      const dying = reportMailSender({
        db: server.db,
        ports: {
          ...ports,
          mail: {
            ...ports.mail,
            async queue(tx, mail) {
              const id = isWritten ? await ports.mail.queue(tx, mail) : ''
              await tx.query(killed)
              return id
            },
          },
        },
      })
      await expect(poll('2026-05-11T12:00:00Z', dying)).rejects.toThrow()
      expect(await ada.subjects()).toEqual([])
    }
    await poll('2026-05-11T12:00:00Z')
    await poll('2026-05-11T12:01:00Z')
    expect(await ada.subjects()).toHaveLength(1)
  })

  it('that fails is tried again an hour later, and does not hold back the others', async () => {
    const [ada, ben] = [await aReader(), await aReader()]
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await ben.subscribe()
    const { ports } = server.services
    const [{ email }] = (await server.db.query(sql`select email from users where id = ${ada.user.id}`)) as [
      { email: string },
    ]
    const failing = reportMailSender({
      db: server.db,
      ports: {
        ...ports,
        mail: {
          ...ports.mail,
          queue: (tx, mail) =>
            mail.recipient === email
              ? tx.query(sql`select 1 / 0`).then(() => '')
              : ports.mail.queue(tx, mail),
        },
      },
    })
    await poll('2026-05-11T12:00:00Z', failing)
    expect([await ada.subjects(), await ben.subjects()]).toEqual([[], [expect.any(String)]])
    await poll('2026-05-11T12:59:00Z')
    expect(await ada.subjects()).toEqual([])
    await poll('2026-05-11T13:00:00Z')
    expect(await ada.subjects()).toHaveLength(1)
  })

  it('is not sent to a user who was deactivated or may no longer act for the fleet; the subscription is removed', async () => {
    const affiliation = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const staff = await server.build.user(null, { roles: ['FMC'], affiliationId: affiliation.id } as never)
    const [gone, moved, active] = [
      await aReader(),
      await aReader({ fleet, user: { ...staff, fleetId: fleet.id } }),
      await aReader({ fleet }),
    ]
    at('2026-05-06T16:00:00Z')
    for (const reader of [gone, moved, active]) expect((await reader.subscribe()).status).toBe(200)
    await server.db.query(sql`update users set is_active = false where id = ${gone.user.id}`)
    await server.db.query(sql`update users set affiliation_id = null where id = ${moved.user.id}`)
    await poll('2026-05-11T12:00:00Z')
    expect([await gone.subjects(), await moved.subjects()]).toEqual([[], []])
    expect(await active.subjects()).toHaveLength(1)
    for (const { user } of [gone, moved]) expect(await nextOn(user.id)).toBeUndefined()
  })
})

/** Paid orders of a fleet in the week of May 4, in two departments and more. */
async function aFleetWithWork(country: 'US' | 'CA' = 'US') {
  const fleet = await server.build.fleet({ timeZone: 'America/New_York', country })
  const add = async (department: string | null, price: string, day: string) => {
    const vehicle = await server.build.vehicle(fleet, { name: `Van of ${department}` })
    await server.db.query(sql`update vehicles set department_number = ${department} where id = ${vehicle.id}`)
    await anOpenOrder(server.db, vehicle, { status: 'paid', at: `${day}T16:00:00Z`, price })
    return vehicle
  }
  const north = await add('North & <b>', '1200.50', '2026-05-04')
  await add(null, '20.00', '2026-05-10')
  await add('South', '999.00', '2026-05-11')
  return { fleet, north, add }
}

describe('the email', () => {
  it('has the figures of the API, in the brand’s design, with a link to the report of these days', async () => {
    const { fleet } = await aFleetWithWork()
    const ada = await aReader({ fleet })
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await poll('2026-05-11T12:00:00Z')
    const [mail] = await ada.mails()
    const { body } = await ada.client.get(
      '/reports/costs?by=department&start_date=2026-05-04&end_date=2026-05-10',
    )
    expect(body).toMatchObject({ total: '1220.50', count: 2 })
    expect(mail?.text).toContain(
      [
        'Total: $1,220.50 · 2 orders and entries',
        'North & <b>: $1,200.50 · 1 order or entry',
        'No department: $20.00 · 1 order or entry',
      ].join('\n'),
    )
    expect(mail?.text).not.toContain('South')
    expect(mail?.text).toMatch(
      /Open the report: https?:\S+\/reports\?report=costs&by=department&from=2026-05-04&to=2026-05-10&fleet=\d+\n/,
    )
    expect(mail?.text).not.toContain('assigned to you')
    expect(mail?.html).toContain('North &amp; &lt;b&gt;')
    expect(mail?.html).toContain('<html lang="en">')
  })

  it('is in the user’s language, and in the formats of the fleet’s country', async () => {
    const { fleet } = await aFleetWithWork('CA')
    const ada = await aReader({ fleet })
    await server.db.query(sql`update users set language = 'fr' where id = ${ada.user.id}`)
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await ada.subscribe({ by: 'month', every: 'month' })
    await poll('2026-05-11T12:00:00Z')
    await poll('2026-06-01T12:00:00Z')
    const [week, , month] = await ada.mails()
    const name = await nameOf(fleet)
    expect(week?.subject).toBe(`${name}\u00a0: Coût par division, du 2026-05-04 au 2026-05-10`)
    expect(week?.text).toContain('Total\u00a0: 1,220.50 CAD · 2 commandes et entrées')
    expect(week?.text).toContain('Sans division\u00a0: 20.00 CAD · 1 commande ou entrée')
    const monthly = (await ada.mails()).find(({ subject }) => subject.includes('Coût par mois')) ?? month
    expect(monthly?.subject).toBe(`${name}\u00a0: Coût par mois, mai 2026`)
    expect(monthly?.text).toContain('mai 2026\u00a0: 2,219.50 CAD · 3 commandes et entrées')
  })

  it('has downtime and cost per mile too, and says so if there are no figures', async () => {
    const { fleet, north } = await aFleetWithWork()
    await server.db.query(sql`
      update shop_orders set completed_at = appointment_datetime + interval '3 days' where vehicle_id = ${north.id}`)
    for (const [day, value] of [
      ['2026-05-04', 1000],
      ['2026-05-10', 2000],
    ])
      await server.db.query(sql`
        insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
        values (${fleet.id}, ${north.id}, ${value}, 'mi', ${day}, 'driver')`)
    const ada = await aReader({ fleet })
    at('2026-05-06T16:00:00Z')
    await ada.subscribe({ report: 'downtime', by: 'vehicle' })
    await ada.subscribe({ report: 'distance_costs', by: 'vehicle' })
    await poll('2026-05-11T12:00:00Z')
    const [downtime, distance] = await ada.mails()
    const days = '?by=vehicle&start_date=2026-05-04&end_date=2026-05-10'
    const [stays] = (await ada.client.get(`/reports/downtime${days}`)).body.groups
    expect(stays).toMatchObject({ days: 3, count: 1 })
    expect(downtime?.text).toContain('Van of North & <b>: 3 days · 1 stay · 3 days on average')
    const [miles] = (await ada.client.get(`/reports/distance_costs${days.replace('by=vehicle&', '')}`)).body
      .groups
    expect(miles).toMatchObject({ per_distance: '1.2005', distance: 1000 })
    expect(distance?.text).toContain('Van of North & <b>: $1.20 per mile · 1,000 mi · $1,200.50')
    expect(distance?.text).toContain('Van of null: distance unknown · $20.00')
    await poll('2026-06-08T12:00:00Z')
    const [, , none] = await ada.mails()
    expect(none?.text).toContain('No stays in this period.')
    expect(none?.text).not.toContain('Total')
  })

  it('has on-time maintenance, with what is due at that moment', async () => {
    const fleet = await server.build.fleet({ timeZone: 'America/New_York' })
    const vehicle = await server.build.vehicle(fleet, { name: 'Van 7' })
    const oil = await server.build.service({ name: 'Oil change' })
    await server.db.query(sql`
      insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
      values (${fleet.id}, ${vehicle.id}, ${[oil.id]}::bigint[], 6)`)
    const ada = await aReader({ fleet })
    at('2026-05-06T16:00:00Z')
    await ada.subscribe({ report: 'compliance', by: 'vehicle' })
    for (const day of ['2026-04-01', '2026-04-28', '2026-05-05']) {
      const work = { vehicle_id: vehicle.id, odometer: 100, date_of_completion: day }
      const services = [{ service_definition_id: oil.id, price: '10.00' }]
      const entry = aHistory({ ...work, vehicle_services: services }, oil.id)
      expect((await ada.client.post('/manual_maintenance_histories', entry)).status).toBe(201)
    }
    await server.services.dueDates.settled()
    await poll('2026-05-11T12:00:00Z')
    const { body } = await ada.client.get(
      '/reports/compliance?by=vehicle&start_date=2026-05-04&end_date=2026-05-10',
    )
    expect(body).toMatchObject({ completed: 1, share: 100, due_soon: 0, past_due: 0 })
    const [mail] = await ada.mails()
    expect(mail?.subject).toContain('On-time maintenance by vehicle')
    expect(mail?.text).toContain('Van 7: 1 completed interval · 100% on time · 0 due soon, 0 past due')
    await poll('2026-05-18T12:00:00Z')
    expect((await ada.mails()).at(-1)?.text).toContain('No maintenance in this period.')
  })

  it('lists the first groups, and how many more there are', async () => {
    const { fleet, add } = await aFleetWithWork()
    for (let n = 0; n < REPORT_EMAIL_GROUPS; n++) await add(`D${n}`, '1.00', '2026-05-05')
    const ada = await aReader({ fleet })
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await poll('2026-05-11T12:00:00Z')
    const [mail] = await ada.mails()
    expect(mail?.text.match(/\$1\.00/g)).toHaveLength(REPORT_EMAIL_GROUPS - 2)
    expect(mail?.text).toContain('And: 2 more, in the report')
    expect(mail?.text).toContain('Total: $1,240.50 · 22 orders and entries')
  })

  it('counts what the user may see, as the app does, and says so', async () => {
    const { fleet, north } = await aFleetWithWork()
    const driver = await aReader({ fleet, roles: ['Driver'] })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${north.id}, ${driver.user.id})`)
    at('2026-05-06T16:00:00Z')
    await driver.subscribe()
    await poll('2026-05-11T12:00:00Z')
    const [mail] = await driver.mails()
    expect(mail?.text).toContain('Total: $1,200.50 · 1 order or entry')
    expect(mail?.text).toContain('Only the vehicles that are assigned to you are counted.')
  })
})

describe('the unsubscribe link', () => {
  async function aMail() {
    const ada = await aReader()
    at('2026-05-06T16:00:00Z')
    await ada.subscribe()
    await ada.subscribe({ by: 'shop', every: 'month' })
    await poll('2026-05-11T12:00:00Z')
    const [mail] = await ada.mails()
    return { ...ada, mail: mail!, path: new URL(mail!.unsubscribe).pathname }
  }
  const post = async (path: string) => (await fetch(server.url + path, { method: 'POST' })).status
  const page = async (path: string) => (await fetch(server.url + path)).text()

  it('is in the email, changes nothing when opened, and ends this report by one POST, signed out; this can be undone', async () => {
    const { list, mail, path } = await aMail()
    expect(mail.text).toContain(`Unsubscribe from this report: ${mail.unsubscribe}`)
    expect(mail.html).toContain(`href="${mail.unsubscribe}"`)
    expect(await page(path)).toContain('You get weekly reports (Cost by department) by email')
    expect(await list()).toHaveLength(2)
    expect(await post(path)).toBe(200)
    expect(await list()).toMatchObject([{ by: 'shop' }])
    expect(await page(path)).toContain('You no longer get weekly reports')
    await poll('2026-05-18T12:00:00Z')
    expect(await post(`${path}?undo`)).toBe(200)
    expect(await list()).toHaveLength(2)
  })

  it('undone after the day of a report waits for the next one, and forgets a failed attempt', async () => {
    const { user, subjects, path } = await aMail()
    await post(path)
    await server.db.query(
      sql`update report_subscriptions set retry_at = '2026-05-18T13:00:00Z' where user_id = ${user.id} and every = 'week'`,
    )
    await poll('2026-05-20T16:00:00Z')
    const before = await subjects()
    expect(await post(`${path}?undo`)).toBe(200)
    await poll('2026-05-20T16:05:00Z')
    expect(await subjects()).toEqual(before)
    const [weekly] = await server.db.query(
      sql`select next_on, retry_at from report_subscriptions where user_id = ${user.id} and every = 'week'`,
    )
    expect(weekly).toEqual({ next_on: '2026-05-25', retry_at: null })
  })

  it('undoes nothing beyond the limit, and says so', async () => {
    const { subscribe, list, path } = await aMail()
    await post(path)
    for (const by of ['month', 'class', 'vehicle', 'shop', 'service'] as const)
      for (const every of ['week', 'month'] as const) await subscribe({ by, every })
    expect(await list()).toHaveLength(REPORT_SUBSCRIPTIONS_MAX)
    const answer = await (await fetch(`${server.url}${path}?undo`, { method: 'POST' })).text()
    expect(answer).toContain('You already get 10 reports by email, which is the limit. End one of them first')
    expect(answer).toContain('href="/reports"')
    expect(answer).not.toContain('<form')
    expect(await list()).toHaveLength(REPORT_SUBSCRIPTIONS_MAX)
    expect(await page(path)).toContain('You no longer get weekly reports')
  })

  it('is valid for its subscription only, and until the clean-up removes the ended one', async () => {
    const { client, path } = await aMail()
    const [, other] = (await client.get('/report_subscriptions')).body.subscriptions
    const own = path.split('/').at(-1)!.split('.')[0]!
    for (const forged of [
      path.replace(`${own}.report`, `${other.id}.report`),
      path.replace('.report.', '.maintenance.'),
      `${path}x`,
    ])
      expect([forged, await post(forged)]).toEqual([forged, 404])
    await post(path)
    await server.db.query(
      sql`update report_subscriptions set ended_at = now() - interval '32 days' where id = ${own}`,
    )
    await deleteExpiredRows(server.db)
    expect(await post(path)).toBe(404)
    expect((await client.get('/report_subscriptions')).body.subscriptions).toEqual([other])
  })
})
