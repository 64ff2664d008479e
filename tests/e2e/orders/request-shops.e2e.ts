import { sql } from '#server/db/sql.ts'
import { aWorkday } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { openLoaded, PHONE, requestsTo } from '../support/screens.ts'

test.use(PHONE)

const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

test('all locations around the vehicle: the shop is selected last, stays in view and offers its next times; the alert links to the order (SVC-049, SVC-061, SVC-067, SVC-071, SVC-082, SVC-095, SVC-098, DSH-032, SHP-014, SHP-015)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const user = await build.user(fleet)
  const van = await build.vehicle(fleet, { name: 'Van 1' })
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const shop = await build.shop({ name: `Far Lane ${fleet.id}` })
  await db.query(sql`update service_definitions set typical_price = 75 where id = ${service.id}`)
  // A location without shops of other tests.
  await db.query(
    sql`update shops set state = 'HI', zip = '96740', latitude = 19.64, longitude = -155.99,
      time_zone = 'Pacific/Honolulu', opens_at = '08:00', open_days = array[${weekdayOf(aWorkday(4))}]::int[]
      where id = ${shop.id}`,
  )
  await db.query(sql`update fleets set zip = '43215' where id = ${fleet.id}`)
  await signInDirectly(context, build, user)
  // DSH-024: values passed on by another screen do not count as typed.
  await openLoaded(page, `/service_request/new?services=${service.id}`)
  await expect(page.getByText(`Coolant ${fleet.id}`)).toBeVisible()
  await openLoaded(page, '/service_request/new')
  await expect(page.getByRole('list', { name: 'Chosen services' })).toHaveCount(0)
  await expect(page.getByText('This is what you had typed')).toHaveCount(0)
  await page.getByRole('button', { name: 'All locations' }).click()
  const submit = page.getByRole('button', { name: 'Choose a shop' })
  await submit.click()
  await expect(page.getByText('Choose at least one service.')).toBeVisible()
  await expect(page.getByText('Choose a shop.')).toHaveCount(0)

  // Searches around the fleet until the vehicle's location is known.
  await expect(page.getByText('Shops near 43215, the address of your fleet')).toBeVisible()
  await db.query(sql`
    with kept as (insert into addresses (fleet_id, address_line1, city, state, zip)
      values (${fleet.id}, '1 Palani Road', 'Kailua-Kona', 'HI', '96740') returning id)
    update vehicles set address_id = (select id from kept) where id = ${van.id}`)

  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${service.id}`)
  await page.getByRole('button', { name: 'All locations' }).click()
  await submit.click()
  await expect(page.getByText(/Vehicle and services are complete\. Find and choose/)).toBeInViewport()
  const zip = page.getByRole('textbox', { name: /Zip code/ })
  await expect(zip).toBeFocused()
  await expect(page).toHaveURL(/\/service_request\/new/)

  const requests = requestsTo(context, /\/services\/price_estimates/)
  await expect(zip).toHaveValue('96740')
  await expect(page.getByText('Shops near 96740, where the vehicle is kept')).toBeVisible()
  await page.getByLabel('PO number').fill('PO-31')
  const card = page.getByRole('listitem').filter({ hasText: `Far Lane ${fleet.id}` })
  await card.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  await expect
    .poll(() => requests)
    .toContain(
      `GET /api/v4/services/price_estimates?vehicle_id=${van.id}&shop_id=${shop.id}&service_ids=${service.id}`,
    )
  await expect(page.getByRole('definition').filter({ hasText: '$75.00' }).first()).toBeVisible()
  // 75 × .25 / (1 − .25)
  await expect(page.getByRole('definition').filter({ hasText: '$25.00' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'PO-31' })).toBeVisible()

  // Going back, by link or browser, shows the selected shop and does not call it a draft.
  const chosen = page.getByRole('status').filter({ hasText: 'Your shop' })
  await page.getByRole('link', { name: 'Back to the request' }).click()
  await expect(chosen).toContainText(`Far Lane ${fleet.id}`)
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  await page.goBack()
  await expect(chosen).toContainText(`Far Lane ${fleet.id}`)
  await expect(page.getByText('This is what you had typed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose a time' }).click()

  // SVC-098: the calendar opens on the first day with free times, and the next ones are one tap away.
  const [weekday, other] = [aWorkday(4), aWorkday(11)]
  const date = page.getByRole('textbox', { name: /^Date/ })
  await expect(date).toHaveValue(american(weekday))
  const openings = page.getByRole('group', { name: 'Next openings' })
  await expect(openings.getByRole('button').first()).toHaveAccessibleName(new RegExp(american(weekday)))
  await expect(page.getByText('Shop’s local time (HST)')).toBeVisible()
  const second = openings.getByRole('button', { name: new RegExp(`${american(other)}, 08:00 AM`) })
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(date).toHaveValue(american(other))
  await expect(page.getByLabel('Time').locator('option:checked')).toHaveText('08:00 AM')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await page.getByRole('link', { name: /^Open order \d+$/ }).click()
  await expect(page).toHaveURL(/\/orders\/\d+\/approvals$/)
})
