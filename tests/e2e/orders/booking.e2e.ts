import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { simulatedShops } from '#tests/e2e/support/simulated-shops.ts'
import { otherRows } from '#tests/support/entries.ts'
import { aWorkday } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test, type uniqueBuilders } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

type Build = ReturnType<typeof uniqueBuilders>

/** A fleet with one van, a favorite shop, a priced service and a policy that approves at once. */
async function aStage({ build, db }: { build: Build; db: Database }) {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', odometer: 41_200 })
  const user = await build.user(fleet)
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  const service = await build.service({ name: `Brake fluid ${fleet.id}` })
  await otherRows(db).favorite(user, shop)
  await db.query(sql`update service_definitions set typical_price = 80 where id = ${service.id}`)
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, auto_approvable)
    values (${fleet.id}, 500, ${[]}, true, true)`)
  return { fleet, vehicle, user, shop, service }
}
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

test.describe('on a phone', () => {
  test.use(PHONE)

  test('SVC-058..107: from the services to a booked appointment, which the shop confirms and completes', async ({
    page,
    context,
    build,
    db,
  }) => {
    test.setTimeout(120_000)
    const { user, vehicle, fleet } = await aStage({ build, db })
    const name = `Brake fluid ${fleet.id}`
    await signInDirectly(context, build, user)
    await openLoaded(page, '/services')
    await page.getByRole('link', { name: 'Schedule service' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New service request' })).toBeVisible()
    // A user's only vehicle is preselected.
    await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveValue('Van 7')
    await page.getByRole('combobox', { name: 'Service' }).fill(name)
    await page.getByRole('option', { name }).click()
    await page.getByLabel('Comments for the shop').fill('Soft pedal')
    // SVC-071: selecting a shop requests prices and continues.
    const request = page.waitForRequest(/services\/price_estimates\?/)
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    await request
    await expect(page).toHaveURL(/\/service_request\/schedule$/)
    await expect(page.getByText('$80.00').first()).toBeVisible()
    await expect(page.getByText('1 Test Street, Columbus, OH')).toBeVisible()

    // SVC-097: going back restores the form, and a reload keeps everything.
    await page.getByRole('link', { name: 'Back to the request' }).click()
    await expect(page.getByLabel('Comments for the shop')).toHaveValue('Soft pedal')
    await page.reload()
    await expect(page.getByLabel('Comments for the shop')).toHaveValue('Soft pedal')
    await page.getByRole('button', { name: 'Choose a time' }).click()

    const day = aWorkday()
    await page.getByRole('textbox', { name: /^Date/ }).fill(american(day))
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page.getByText('Choose a time.')).toBeVisible()
    await page.getByLabel('Time').selectOption('09:00 AM')
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    // SVC-106, DSH-032
    await expect(page.getByText(/Appointment requested: Quick Lane/)).toBeVisible()

    await page.goto(`${origin()}/services?tab=active`)
    const orders = page.getByRole('list', { name: 'Active orders' })
    await expect(orders).toContainText('Van 7')
    await expect(orders).toContainText('Appointment requested')
    const shops = simulatedShops(db, fleet)
    await shops.round()
    await expect(orders).toContainText('Appointment confirmed', { timeout: 30_000 })
    // SVC-088: no second booking meanwhile.
    await page.goto(`${origin()}/service_request/new?vehicle=${vehicle.id}`)
    await expect(page.getByText(/There is already an active order for this vehicle/)).toBeVisible()

    await shops.round()
    await shops.round()
    await page.goto(`${origin()}/services?tab=past`)
    await expect(page.getByText(name)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Van 7' }).click()
    await expect(page.getByText('Paid at Shop', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Auto-Approve').first()).toBeVisible()
  })

  test('SVC-107: a user who loses the race for a time sees it at once, keeps the form and sees the free times', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user, shop, vehicle, service } = await aStage({ build, db })
    const day = aWorkday()
    await db.query(sql`update shops set slot_capacity = 1 where id = ${shop.id}`)
    await signInDirectly(context, build, user)
    await openLoaded(page, `/service_request/new?vehicle=${vehicle.id}&services=${service.id}`)
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    await page.getByRole('textbox', { name: /^Date/ }).fill(american(day))
    const time = page.getByLabel('Time')
    await time.selectOption('10:00 AM')
    const at = await time.inputValue()
    const rival = await build.fleet()
    const van = await build.vehicle(rival)
    await db.query(sql`
      insert into shop_orders (fleet_id, vehicle_id, shop_id, status, appointment_datetime, odometer_units)
      values (${rival.id}, ${van.id}, ${shop.id}, 'active', ${at}, 'mi')`)
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page.getByText('Someone just took this time. Choose another.')).toBeVisible()
    await expect(time.getByRole('option', { name: '10:00 AM' })).toHaveCount(0)
    await time.selectOption('11:00 AM')
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  })

  test('SHP-001, SHP-002, SHP-006, SHP-007, SHP-009, SHP-011, SHP-012: shops are found by zip or location, page by page; invalid locations are reported', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user } = await aStage({ build, db })
    const far = await Promise.all(
      Array.from({ length: 11 }, (_, i) => build.shop({ name: `San Juan ${i} of ${user.id}` })),
    )
    const ids = far.map(({ id }) => id)
    await db.query(
      sql`update shops set state = 'PR', zip = '00901', latitude = 18.466, longitude = -66.106 where id = any(${ids})`,
    )
    await signInDirectly(context, build, user)
    await openLoaded(page, '/shops')
    await expect(page.getByRole('tab')).toHaveCount(2)
    const calls = requestsTo(context, /\/shops\/select_shops/)
    const zip = page.getByRole('textbox', { name: /Zip code/ })
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await search.click()
    await expect(page.getByText('Enter a valid zip code')).toBeVisible()
    // SHP-012: a zip of another country.
    await zip.fill('M5V 2T6')
    await search.click()
    await expect(page.getByText('Enter a valid zip code')).toBeVisible()
    await page.getByRole('button', { name: 'Near me' }).click()
    await expect(page.getByText('You must enable geolocation permissions')).toBeVisible()
    expect(calls).toEqual([])
    // SHP-011
    await zip.fill('00901')
    await search.click()
    const found = page.getByRole('list', { name: 'Shops found' }).getByRole('heading')
    await expect(found).toHaveCount(10)
    await page.getByRole('button', { name: 'See more' }).click()
    await expect.poll(() => found.count()).toBeGreaterThanOrEqual(11)
    expect(
      calls.slice(0, 2).map((call) => new URL(call.slice(4), origin()).searchParams.get('page')),
    ).toEqual(['1', '2'])
    // Going back restores the shops.
    await page.getByRole('link', { name: 'Schedule service' }).first().click()
    await expect(page).toHaveURL(/\/service_request\/new$/)
    await page.goBack()
    await expect(zip).toHaveValue('00901')
    await expect.poll(() => found.count()).toBeGreaterThanOrEqual(10)
    // A location that arrives after a newer search is ignored.
    await page.evaluate(() => {
      const coords = { latitude: 61.22, longitude: -149.9 } as GeolocationCoordinates
      navigator.geolocation.getCurrentPosition = (onFound) =>
        addEventListener('located', () => onFound({ coords, timestamp: 0 } as GeolocationPosition))
    })
    await page.getByRole('button', { name: 'Near me' }).click()
    await search.click()
    await page.evaluate(() => dispatchEvent(new Event('located')))
    await expect(page.getByRole('button', { name: 'Near me' })).toBeEnabled()
    await expect.poll(() => found.count()).toBeGreaterThanOrEqual(10)
    expect(calls.filter((call) => call.includes('latitude'))).toEqual([])
  })

  test('SHP-003..005, SHP-013: a shop can be added to the favorites and removed; favorites are available offline', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user } = await aStage({ build, db })
    const name = `Quick Lane ${user.fleetId}`
    const other = `Harbour Tyres ${user.id}`
    const { id } = await build.shop({ name: other })
    // A location without shops of other tests.
    await db.query(
      sql`update shops set state = 'AK', zip = '99501', latitude = 61.22, longitude = -149.9 where id = ${id}`,
    )
    await otherRows(db).favorite(user, { id })
    await signInDirectly(context, build, user)
    const calls = requestsTo(context, /\/shops\//)
    const toggled: unknown[] = []
    context.on('request', (request) => {
      if (request.url().includes('toggle_favorite')) toggled.push(request.postDataJSON())
    })
    await openLoaded(page, '/shops?tab=saved')
    const saved = page.getByRole('list', { name: 'Saved shops' }).getByRole('heading')
    await expect(saved).toHaveCount(2)
    expect(calls).toContain('GET /api/v4/shops/favorites')
    await page.getByRole('button', { name: `Remove ${other} from the saved shops` }).click()
    await expect(saved).toHaveText([name])
    await page.getByRole('tab', { name: 'Search shops' }).click()
    await expect(saved).toHaveText([name])
    // SHP-029
    await page.getByRole('textbox', { name: 'Shop name or city' }).fill(`harbour ${user.id}`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Shops found' }).getByRole('heading')).toHaveText([other])
    await page.getByRole('textbox', { name: 'Shop name or city' }).fill('')
    await page.getByRole('textbox', { name: /Zip code/ }).fill('99501')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const save = page.getByRole('button', { name: `Save ${other}` })
    await save.click()
    await expect.poll(() => toggled).toEqual([{ value: false }, { value: true }])

    // The local copy, as soon as the device has received it.
    await page.route('**/shops/favorites', (route) => route.abort())
    await page.goto(`${origin()}/shops?tab=saved`)
    await expect(saved).toHaveCount(2)
    await goOffline(page, context)
    await page.reload()
    await expect(saved).toHaveCount(2)
    await expect(saved.filter({ hasText: other })).toBeVisible()
    await page.getByRole('button', { name: `Remove ${other} from the saved shops` }).click({ force: true })
    await expect(page.getByText('Saving shops needs a connection.').last()).toBeVisible()
    expect(toggled).toHaveLength(2)

    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('link', { name: 'Schedule service' }).click()
    await expect(page).toHaveURL(/\/service_request\/new$/)
    await expect(page.getByText(name)).toBeVisible()
    await page.goBack()
    await row.getByRole('link', { name: 'Add maintenance history' }).click()
    await expect(page).toHaveURL(/\/maintenance_history\/new$/)
    await expect(page.getByRole('combobox', { name: /^Shop/ })).toHaveValue(name)
  })
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test('axe reports nothing on the screens of shops, request, schedule and order, at any size and in both schemes', async ({
    page,
    context,
    build,
    db,
  }) => {
    test.setTimeout(180_000)
    const { user, vehicle, service, fleet } = await aStage({ build, db })
    const [order] = await db.query<{ id: number }>(sql`
      insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units)
      values (${fleet.id}, ${(await build.vehicle(fleet, { name: 'Van 8' })).id}, 'Corner Garage', 'awaiting_approval', now() + interval '1 day', 'mi')
      returning id`)
    await signInDirectly(context, build, user)
    await openLoaded(page, '/shops?tab=saved')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${origin()}/service_request/new?vehicle=${vehicle.id}&services=${service.id}`)
    await expect(page.getByRole('button', { name: 'Choose', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    // While the times load, the hint of the disabled date is gray.
    await expect(page.getByLabel('Date', { exact: true })).toBeEnabled()
    await expect(page.getByLabel('Time')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${origin()}/orders/${order!.id}/approvals`)
    await expect(
      page.getByRole('heading', { name: 'Activity' }).or(page.getByText('Services')).first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${origin()}/services?tab=active`)
    // SVC-017: Review opens the approval page.
    await page.getByRole('link', { name: 'Review' }).click()
    await expect(page).toHaveURL(`${origin()}/orders/${order!.id}/approvals`)
  })
})
