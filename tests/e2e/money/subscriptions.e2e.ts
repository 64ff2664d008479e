// Unpaid subscription months, and the settlement files of fuel cards (rulings 29 and 32).
import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { PHONE, requestsTo } from '../support/screens.ts'
import { aPayingFleet } from './paying-fleet.ts'

test.use(PHONE)

test('users with permission retry an unpaid month from the settings', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  const manager = await build.user(fleet, { roles: ['Manager'] })
  await db.query(sql`
    insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
    values (${fleet.id}, '2026-03-01', 3, 6, 18, 'USD', 'failed')`)
  await signInDirectly(context, build, user)
  const calls = requestsTo(context, /subscription_months/)
  await page.goto(`${origin()}/settings?tab=payments`)
  const months = page.getByRole('list', { name: 'Unpaid subscription months' })
  await expect(months).toContainText('March 2026 · $18.00')
  await expect(months).toContainText('The subscription could not be paid.')
  await expectAccessible(page)
  await months.getByRole('button', { name: 'Retry payment for March 2026' }).tap()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('$18.00 for March 2026')
  await question.getByRole('button', { name: 'Retry payment' }).tap()
  await expect(page.getByText('The payment for March 2026 is being retried')).toBeVisible()
  expect(calls).toEqual(['POST /api/v4/subscription_months/2026-03-01/retry'])

  await db.query(sql`update subscription_months set status = 'failed' where fleet_id = ${fleet.id}`)
  await context.clearCookies()
  await signInDirectly(context, build, manager)
  await page.goto(`${origin()}/settings?tab=payments`)
  await expect(page.getByRole('heading', { name: 'Credit card' })).toBeVisible()
  await expect(months).toHaveCount(0)
})

test('an owner whose settings have no payments tab retries an unpaid month from the transactions (TRX-027)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db }, { providers: ['Fleetcor'] })
  await db.query(sql`
    insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
    values (${fleet.id}, '2026-03-01', 3, 6, 18, 'USD', 'failed')`)
  await signInDirectly(context, build, user)
  const calls = requestsTo(context, /subscription_months/)
  await page.goto(`${origin()}/fleet_transactions`)
  const list = page.getByRole('list', { name: 'In Manual Review' })
  await expect(list).toContainText('March 2026 · $18.00')
  await list.getByRole('button', { name: 'Retry payment for March 2026' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry payment' }).tap()
  await expect(page.getByText('The payment for March 2026 is being retried')).toBeVisible()
  expect(calls).toEqual(['POST /api/v4/subscription_months/2026-03-01/retry'])
})

test('an unpaid month links to the page of its fleet that has the retry, from all fleets', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const staff = await build.user(home, { roles: ['FMC'], affiliationId })
  for (const [name, providers, month] of [
    ['By card', ['Braintree'], '2026-03-01'],
    ['By fuel card', ['Fleetcor'], '2026-04-01'],
  ] as const) {
    const { id } = await build.fleet({ affiliationId, name })
    await db.query(sql`
      update fleets set payment_providers = ${[...providers]}::text[], pays_through_platform = true where id = ${id}`)
    await db.query(sql`
      insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
      values (${id}, ${month}, 3, 6, 18, 'USD', 'failed')`)
  }
  await signInDirectly(context, build, staff)
  for (const [month, address] of [
    ['04/01/2026', /\/fleet_transactions/],
    ['03/01/2026', /\/settings\?tab=payments/],
  ] as const) {
    await page.goto(`${origin()}/fmc_transactions`)
    const list = page.getByRole('list', { name: 'In Manual Review' })
    await list.getByRole('button', { name: `Subscription for ${month}` }).tap()
    await expect(page).toHaveURL(address)
  }
})

test('staff of the management company see settlement files and download the finished ones', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const staff = await build.user(home, { roles: ['FMC'], affiliationId })
  await db.query(sql`
    insert into settlement_files (provider, affiliation_id, day, submitted_at)
    values ('WEX', ${affiliationId}, '2026-03-02', '2026-03-03T01:00:00Z')`)
  await db.query(sql`
    insert into settlement_files (provider, affiliation_id, day) values ('Fleetcor', ${affiliationId}, '2026-03-03')`)
  await signInDirectly(context, build, staff)
  const tickets = requestsTo(context, /\/tickets$/)
  await page.goto(`${origin()}/fmc_transactions`)
  const files = page.getByRole('list', { name: 'Settlement files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByRole('listitem').first()).toContainText(/Fleetcor · 03\/03\/2026.*not created yet/s)
  await expect(files.getByRole('button').first()).toHaveAttribute('aria-disabled', 'true')
  const before = tickets.length
  await files.getByRole('button', { name: 'Download the WEX file of 03/02/2026' }).tap()
  // The browser's own download needs a ticket; the push channel requested one earlier.
  await expect.poll(() => tickets.length).toBeGreaterThan(before)
  await page.getByLabel('Provider').selectOption('WEX')
  await expect(files.getByRole('listitem')).toHaveCount(1)
})
