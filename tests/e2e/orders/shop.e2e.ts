import { sql } from '#server/db/sql.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('a saved shop’s page shows hours, our orders, what we paid and how long vehicles stay, and leads to a booking', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const user = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 31' })
  const shop = await build.shop({ name: `Corner Garage ${fleet.id}` })
  const service = await build.service({ name: `Belt ${fleet.id}` })
  await otherRows(db).favorite(user, shop)
  for (const [status, price] of [
    ['active', '70.00'],
    ['paid', '40.00'],
    ['paid', '50.00'],
    ['paid', '90.00'],
  ] as const) {
    const at = `${day(status === 'active' ? -6 : -30)}T15:00:00Z`
    const completed = status === 'paid' ? `${day(-28)}T15:00:00Z` : null
    const [order] = await db.query<{ id: number }>(sql`
      insert into shop_orders (fleet_id, vehicle_id, shop_id, status, appointment_datetime, completed_at, odometer_units,
        total)
      values (${fleet.id}, ${vehicle.id}, ${shop.id}, ${status}, ${at}, ${completed}, 'mi', ${price}) returning id`)
    await db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${fleet.id}, ${order?.id}, ${service.id}, 'Belt', 'complete', ${price}, ${price})`)
  }
  await signInDirectly(context, build, user)
  await openLoaded(page, '/shops?tab=saved')
  await page.getByRole('link', { name: `Corner Garage ${fleet.id}` }).click()
  await expect(page).toHaveURL(new RegExp(`/shops/${shop.id}$`))
  await expect(page.getByText('Mon – Fri: 8:00 AM – 5:00 PM')).toBeVisible()
  await expect(page.getByText('2 days (3 orders)')).toBeVisible()
  const orders = page.getByRole('region', { name: 'Our orders here' })
  // A late vehicle is marked here as in every list of open orders.
  await expect(orders.getByRole('listitem')).toHaveCount(1)
  await expect(orders.getByRole('listitem')).toContainText(/late/i)
  await orders.getByRole('tab', { name: 'Past (3)' }).click()
  await expect(orders.getByRole('listitem')).toHaveCount(3)
  await expect(page).toHaveURL(/orders=past/)
  const price = page.getByRole('row', { name: new RegExp(`Belt ${fleet.id}`) })
  for (const text of ['$50.00', '$40.00 – $90.00', '3']) await expect(price).toContainText(text)
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)

  // A saved shop is on the device.
  await goOffline(page, context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Corner Garage ${fleet.id}` })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Schedule service' }).click()
  await expect(page).toHaveURL(/service_request\/new/)
  await expect(page.getByText(`Corner Garage ${fleet.id}`)).toBeVisible()
})

test('a shop’s page shows the distance from where the user searched, in their unit, and locates them only on request', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ country: 'CA' })
  const shop = await build.shop({ name: `Garage Bloor ${fleet.id}`, country: 'CA' })
  await signInDirectly(context, build, await build.user(fleet))
  await context.grantPermissions(['geolocation'])
  // Mississauga, about 20 km away.
  await context.setGeolocation({ latitude: 43.589, longitude: -79.644 })
  await page.addInitScript(() => {
    const locate = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...rest) => {
      document.documentElement.dataset.located = 'yes'
      locate(...rest)
    }
  })
  const located = () => page.evaluate(() => document.documentElement.dataset.located)
  await openLoaded(page, '/shops?zip=M5V%202T6')
  await page.getByRole('link', { name: `Garage Bloor ${fleet.id}` }).click()
  await expect(page.getByText(/^\d km from M5V 2T6/)).toBeVisible()
  // Opened by its URL, the page knows no place.
  await page.goto(page.url())
  await openLoaded(page, `/shops/${shop.id}`)
  await expect(page.getByText(/km from/)).toHaveCount(0)
  expect(await located()).toBeUndefined()
  await page.getByRole('button', { name: 'Distance from here' }).click()
  await expect(page.getByText(/^2\d km from here/)).toBeVisible()
  expect(await located()).toBe('yes')
  await expectAccessible(page)
})
