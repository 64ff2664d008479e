// /user_preferences/reminders: which reminders were sent, and why others were not (decisions 26 and 30); and the
// unsubscribe link of an email.
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { axeFindings, expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, type TestUser, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'
import { untilWorkerControls } from '../support/worker.ts'

const MAINTENANCE = { due_status: 'due_soon', due_at: 62_000, due_date: '2026-05-20', unit: 'mi', item_id: 1 }
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

async function aReminder(
  db: Database,
  user: TestUser,
  vehicle: { id: number },
  given: { channel?: string; kind?: string; facts?: object; at?: Date; reason?: string; state?: string } = {},
) {
  const state = given.state ?? (given.reason ? 'withheld' : 'handed_over')
  await db.query(sql`
    insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at, state, reason)
    values (${user.fleetId}, ${user.id}, ${vehicle.id}, ${given.channel ?? 'email'}, ${given.kind ?? 'maintenance'},
      ${crypto.randomUUID()}, ${JSON.stringify(given.facts ?? MAINTENANCE)}, ${given.at ?? hours(-1)}, ${given.at ?? hours(-1)},
      ${state}, ${given.reason ?? null})`)
}

/** A driver in New York with reminders of every kind and state. */
async function aWorld({ build, db }: { build: import('#tests/support/builders.ts').Builders; db: Database }) {
  const fleet = await build.fleet({ timeZone: 'America/New_York' })
  const driver = await build.user(fleet, { roles: ['Driver'] })
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', drivers: [driver] })
  const oil = await build.service({ name: 'Oil change' })
  const facts = { ...MAINTENANCE, service_ids: [oil.id] }
  const document = {
    document_id: null,
    document_type: 'license_plate',
    document_title: 'GKP 4412',
    expiration: '2026-12-01',
  }
  await aReminder(db, driver, vehicle, { facts })
  await aReminder(db, driver, vehicle, { facts, channel: 'text', reason: 'no_phone', at: hours(-2) })
  await aReminder(db, driver, vehicle, { kind: 'document', facts: document, at: hours(-30) })
  await aReminder(db, driver, vehicle, {
    facts: { ...facts, due_status: 'past_due' },
    reason: 'snoozed',
    at: hours(-50),
  })
  await aReminder(db, driver, vehicle, {
    kind: 'order',
    facts: { order_id: 41, event: 'approvals_required' },
    at: hours(-60),
  })
  await aReminder(db, driver, vehicle, {
    kind: 'one_hour_reminder',
    facts: { order_id: 5, at: hours(5).toISOString() },
    state: 'waiting',
    at: hours(4),
  })
  return { driver, vehicle }
}

for (const [name, size] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)
  test.describe(`at ${name}`, () => {
    test.use(size)

    test('the page of reminders shows what was sent, what was not and why, also offline (SET-015, USR-056)', async ({
      page,
      context,
      build,
      db,
    }) => {
      const { driver } = await aWorld({ build, db })
      await signInDirectly(context, build, driver)
      await openLoaded(page, '/user_preferences')
      await page.getByRole('link', { name: 'See what was sent' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your reminders and notices' })).toBeVisible()
      const list = page.getByRole('list', { name: 'Reminders and notices of the last 30 days' })
      const rows = list.getByRole('listitem')
      await expect(rows).toHaveCount(6)
      await expect(rows.nth(0)).toContainText(/Appointment, 1 hour before.*Email planned/)
      await expect(rows.nth(1)).toContainText('Oil change · due soon, at 62,000 mi, about 05/20/2026')
      await expect(rows.nth(1)).toContainText('Email sent')
      await expect(rows.nth(2)).toContainText(/no cell phone number.*No text message/)
      await expect(rows.nth(3)).toContainText('License plate (GKP 4412) · expires on 12/01/2026')
      await expect(rows.nth(4)).toContainText(/past due.*The reminders of the vehicle were snoozed/)
      await expect(rows.nth(5)).toContainText('Approval required · order 41')
      await expect(page.getByText('the clock of New York')).toBeVisible()
      await expectAccessible(page)
      await goOffline(page, context)
      await page.reload()
      await expect(rows).toHaveCount(6)
      await expect(page.getByText(/As of \d/)).toBeVisible()
    })
  })

test.describe('in French', () => {
  test.use({ locale: 'fr-CA' })
  test('shows older reminders page by page', async ({ page, context, build, db }) => {
    const fleet = await build.fleet({ country: 'CA' })
    const driver = await build.user(fleet, { roles: ['Driver'], language: 'fr' })
    const vehicle = await build.vehicle(fleet, { drivers: [driver] })
    for (let n = 0; n < 33; n++) await aReminder(db, driver, vehicle, { at: hours(-n - 1) })
    await aReminder(db, driver, vehicle, { at: hours(-31 * 24) })
    await signInDirectly(context, build, driver, origin('boreal'))
    await page.goto(`${origin('boreal')}/user_preferences/reminders`)
    await expect(page.getByRole('heading', { level: 1, name: 'Vos rappels et avis' })).toBeVisible()
    const rows = page
      .getByRole('list', { name: 'Rappels et avis des 30 derniers jours' })
      .getByRole('listitem')
    await expect(rows).toHaveCount(30)
    await expect(rows.first()).toContainText('Courriel envoyé')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Afficher plus' }).click()
    await expect(rows).toHaveCount(33)
    await expect(page.getByRole('button', { name: 'Afficher plus' })).toHaveCount(0)
  })
})

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/Halifax' })
  test('reminders can follow its time zone; without reminders the page explains what would appear', async ({
    signedInPage: page,
  }) => {
    await page.goto(`${origin()}/user_preferences/reminders`)
    await expect(page.getByText('Nothing in the last 30 days')).toBeVisible()
    await expect(page.getByText('This device is in Halifax.')).toBeVisible()
    await page.getByRole('button', { name: 'Use the time of this device' }).click()
    await expect(page.getByText('the clock of Halifax')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use the time of this device' })).toHaveCount(0)
  })
})

test('an email is sent before an appointment; its link unsubscribes without a session and can be undone (USR-051)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'America/New_York' })
  const owner = await build.user(fleet)
  await db.query(
    sql`update users set email_notifications = '{"one_hour_reminder": true}' where id = ${owner.id}`,
  )
  const vehicle = await build.vehicle(fleet, { name: 'Van 7' })
  // Quiet hours follow the user's time zone, so the test picks a zone where none apply now.
  const zone = ['America/New_York', 'Asia/Tokyo'].find((timeZone) => {
    const hour = Number(
      new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(),
    )
    return hour >= 8 && hour < 20
  })
  await db.query(sql`update users set time_zone = ${zone ?? 'Europe/Berlin'} where id = ${owner.id}`)
  const { id } = await anOpenOrder(db, vehicle, { status: 'active', at: hours(0.9).toISOString() })
  await db.query(sql`update shop_orders set created_at = ${hours(-3)} where id = ${id}`)
  const mails = () =>
    db.query<{ unsubscribe: string }>(sql`select unsubscribe from mails where recipient = ${owner.email}`)
  await expect.poll(async () => (await mails()).length, { timeout: 45_000 }).toBe(1)
  // If the app is installed, its worker handles addresses of the app, but leaves this one to the server.
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')
  await untilWorkerControls(page)
  await context.clearCookies()
  const [mail] = await mails()
  await page.goto(origin() + new URL(mail?.unsubscribe ?? '').pathname)
  await expect(page.getByText('You get reminders 1 hour before an appointment by email.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Done\. You no longer get/ })).toBeVisible()
  const wants = () =>
    db
      .query<{ it: boolean }>(
        sql`select (email_notifications ->> 'one_hour_reminder')::boolean as it from users where id = ${owner.id}`,
      )
      .then(([row]) => row?.it)
  expect(await wants()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Undone/ })).toBeVisible()
  expect(await wants()).toBe(true)
})
