// A fleet in Hawaii with shops in three zones, viewed on a device in Paris: every time names its zone, or is the
// device's.
import type { Page } from 'playwright/test'
import { addDays, dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aVin, LAST_8 } from '#tests/support/shop-links.ts'
import { addressesOfTheApp } from './support/addresses.ts'
import { expect, origin, signInDirectly, test, type uniqueBuilders } from './support/fixtures.ts'
import { openInside, openLoaded } from './support/screens.ts'

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Paris', serviceWorkers: 'block' })

/** Two winter days and one summer day, at shops in the west, center and east; 18:00 UTC is 19:00 or 20:00 in Paris. */
const APPOINTMENTS = [
  { zone: 'America/Los_Angeles', at: '2035-01-10T18:00:00Z', atShop: '01/10/2035 10:00 AM PST' },
  { zone: 'America/Chicago', at: '2035-07-10T18:00:00Z', atShop: '07/10/2035 01:00 PM CDT' },
  // The second occurrence of the repeated hour.
  { zone: 'America/New_York', at: '2035-11-04T06:30:00Z', atShop: '11/04/2035 01:30 AM EST' },
] as const

async function aStage(build: ReturnType<typeof uniqueBuilders>, db: Database) {
  const group = await build.affiliation({ name: `Islands ${crypto.randomUUID()}` })
  const fleet = await build.fleet({
    name: 'Islands Delivery',
    timeZone: 'Pacific/Honolulu',
    affiliationId: group.id,
    flags: { telematics: true },
  })
  const owner = await build.user(fleet)
  const manager = await build.user(fleet, { roles: ['FMC'], affiliationId: group.id })
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const orders: { id: number }[] = []
  const vehicles: { id: number }[] = []
  for (const { zone, at } of APPOINTMENTS) {
    const shop = await build.shop({ name: `Shop in ${zone}` })
    await db.query(sql`update shops set time_zone = ${zone} where id = ${shop.id}`)
    const vehicle = await build.vehicle(fleet, { vin: aVin(), odometer: 41_200 })
    vehicles.push(vehicle)
    const status = orders.length === 0 ? 'awaiting_approval' : 'active'
    orders.push(
      await anOpenOrder(db, vehicle, {
        shopId: shop.id,
        serviceId: service.id,
        originatorId: owner.id,
        at,
        status,
      }),
    )
  }
  const [first] = orders
  await db.query(sql`
    insert into order_notes (fleet_id, order_id, created_by, comment) values (${fleet.id}, ${first?.id}, ${owner.id}, 'Wait')`)
  const token = newToken()
  await db.query(sql`
    insert into shop_links (fleet_id, order_id, token_hash) values (${fleet.id}, ${first?.id}, ${hashToken(token)})`)
  return { fleet, owner, manager, vehicleId: vehicles[0]?.id ?? 0, orders, token }
}

const ZONE = '(?:HST|GMT[+-]\\d+|[ECMP][SD]T)\\b'
/** A time that neither a zone follows nor the end of a range with one. */
const UNNAMED_TIME = new RegExp(`\\b\\d{1,2}:\\d{2} [AP]M\\b(?! (?:– \\d{1,2}:\\d{2} [AP]M )?${ZONE})`)

/** Returns times on the screen without a zone, except the age of the data, which uses the device's clock. */
async function unnamedTimes(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').innerText()).split('\n')
  return lines.filter((line) => UNNAMED_TIME.test(line) && !/\bas of\b/i.test(line))
}

async function walk(page: Page, paths: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await openInside(page, path)
    const heading = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog').getByRole('heading'))
    await expect(heading.first()).toBeVisible({ timeout: 20_000 })
    await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
    const unnamed = await unnamedTimes(page)
    if (unnamed.length > 0) found[path] = unnamed
  }
  return found
}

test('every time on every screen names its zone or is the device’s', async ({ page, context, build, db }) => {
  test.slow()
  const { fleet, owner, vehicleId, orders } = await aStage(build, db)
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/services?tab=active&from=2035-01-01&to=2035-12-31')
  for (const { atShop } of APPOINTMENTS) await expect(page.getByText(atShop)).toBeVisible()
  const when = (order: { id: number } | undefined) =>
    openInside(page, `/orders/${order?.id}/approvals`).then(() => page.getByRole('main'))
  await expect(await when(orders[0])).toContainText('10:00 AM PST at the shop (07:00 PM GMT+1 for you)')
  await expect(await when(orders[1])).toContainText('01:00 PM CDT at the shop (08:00 PM GMT+2 for you)')
  await expect(await when(orders[2])).toContainText('01:30 AM EST at the shop (07:30 AM GMT+1 for you)')
  const paths = addressesOfTheApp({
    vehicleId,
    historyId: crypto.randomUUID(),
    orderId: orders[0]?.id ?? 0,
    methodId: 1,
    fleetId: fleet.id,
    userId: owner.id,
    shopId: (await build.shop()).id,
  }).filter((path) => !path.startsWith('/sign_out'))
  expect(await walk(page, [...paths, '/services?tab=active', '/services?tab=past'])).toEqual({})
})

test('every time on the screens of a management company and on the shop’s page names its zone too', async ({
  page,
  context,
  build,
  db,
}) => {
  const { manager, orders, token } = await aStage(build, db)
  await signInDirectly(context, build, manager)
  await openLoaded(page, '/fmc_dashboard')
  expect(await walk(page, ['/fmc_activeorders', '/fmc_transactions', '/approvals'])).toEqual({})
  await openInside(page, '/fmc_activeorders')
  await expect(page.getByText('10:00 AM PST')).toBeVisible()
  await context.clearCookies()
  await page.goto(`${origin()}/shop_link/${orders[0]?.id}#${token}`)
  await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('01/10/2035 10:00 AM PST').first()).toBeVisible()
  expect(await unnamedTimes(page)).toEqual([])
})

test.describe('on a device where it is already the next day', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('ranges of lists and the schedule follow the fleet’s calendar (decision 61)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const timeZone = 'Pacific/Pago_Pago'
    const fleet = await build.fleet({ timeZone })
    const owner = await build.user(fleet)
    const vehicle = await build.vehicle(fleet)
    const today = dayIn(timeZone, new Date())
    await db.query(sql`
      insert into vehicle_schedules (vehicle_id, fleet_id, reminder_date)
      values (${vehicle.id}, ${fleet.id}, ${addDays(today, 1)})`)
    await signInDirectly(context, build, owner)
    const [year, month, day] = today.split('-')
    for (const tab of ['upcoming', 'active']) {
      await openLoaded(page, `/services?tab=${tab}`)
      await expect(page.getByLabel('From', { exact: true })).toHaveValue(`${month}/${day}/${year}`)
    }
    await openInside(page, `/maintenance_schedule_details/${vehicle.id}`)
    await expect(page.getByText('Reminders are snoozed until')).toBeVisible()
  })
})
