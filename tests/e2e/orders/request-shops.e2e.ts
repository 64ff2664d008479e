import { sql } from '#server/db/sql.ts'
import { enterAs, expect, test } from '../support/fixtures.ts'
import { openLoaded, PHONE, requestsTo } from '../support/screens.ts'

test.use(PHONE)

test('among all locations vehicle and services are submitted without a shop, which is picked after; its prices and what retail would be more are asked for (SVC-049, SVC-082, SVC-095, SHP-014, SHP-015)', async ({
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
  // Where no shop of another test is.
  await db.query(
    sql`update shops set state = 'HI', zip = '96740', latitude = 19.64, longitude = -155.99 where id = ${shop.id}`,
  )
  await enterAs(context, build, user)
  await openLoaded(page, '/service_request/new')
  await page.getByRole('button', { name: 'All locations' }).click()
  const submit = page.getByRole('button', { name: 'Choose a shop' })
  await submit.click()
  await expect(page.getByText('Choose at least one service.')).toBeVisible()
  await expect(page.getByText('Choose a shop.')).toHaveCount(0)

  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${service.id}`)
  await page.getByRole('button', { name: 'All locations' }).click()
  await submit.click()
  await expect(page.getByText(/Vehicle and services are complete\. Find a shop/)).toBeInViewport()
  const zip = page.getByRole('textbox', { name: /Zip code/ })
  await expect(zip).toBeFocused()
  await expect(page).toHaveURL(/\/service_request\/new/)

  const asked = requestsTo(context, /\/services\/price_estimates/)
  await zip.fill('96740')
  await zip.press('Enter')
  const card = page.getByRole('listitem').filter({ hasText: `Far Lane ${fleet.id}` })
  await card.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  await expect
    .poll(() => asked)
    .toContain(
      `GET /api/v4/services/price_estimates?vehicle_id=${van.id}&shop_id=${shop.id}&service_ids=${service.id}`,
    )
  await expect(page.getByRole('definition').filter({ hasText: '$75.00' }).first()).toBeVisible()
  // 75 × .25 / (1 − .25)
  await expect(page.getByRole('definition').filter({ hasText: '$25.00' })).toBeVisible()
})
