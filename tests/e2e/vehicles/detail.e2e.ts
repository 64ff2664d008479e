import { sql } from '#server/db/sql.ts'
import { otherRows } from '#tests/support/entries.ts'
import { anEntry } from '../maintenance/entry.ts'
import { axeFindings } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

test.use(DESK)

const facts = {
  vin: '1FTBW2CM3FK491482',
  license_plate_number: 'KX-492',
  license_plate_state: 'OH',
  license_plate_expiration: '2027-05-31',
  department_number: '4100-CMH',
}

test('VEH-025, VEH-080, VEH-081, VEH-082, VEH-083, VEH-084, VEH-085, VEH-086, VEH-087, VEH-088: shows the vehicle’s data, with a default picture if it has none', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { name: 'Van 9', odometer: 84_210 })
  await db.query(sql`update vehicles set vin = ${facts.vin}, license_plate_number = ${facts.license_plate_number},
    license_plate_state = ${facts.license_plate_state}, license_plate_expiration = ${facts.license_plate_expiration}::date,
    department_number = ${facts.department_number} where id = ${vehicle.id}`)
  await signInDirectly(context, build, await build.user(fleet))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const block = page.getByRole('region', { name: 'Information' })
  for (const text of [facts.vin, '84,210 mi', 'KX-492', 'OH', '05/31/2027', '4100-CMH'])
    await expect(block.getByText(text, { exact: true })).toBeVisible()
  for (const label of ['Mileage', 'Cost per mile, all time', 'Last maintenance', 'Plate expiration'])
    await expect(block.getByText(label, { exact: true })).toBeVisible()
  await expect(block.getByRole('img', { name: 'Picture of Van 9' })).toHaveAttribute(
    'src',
    '/vehicle-fallback.svg',
  )
  await block.getByRole('button', { name: 'Copy the VIN' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(facts.vin)
})

test('VEH-081, VEH-084, VEH-086: in Canada it uses kilometres, names the province, and has no plate expiration', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ country: 'CA' })
  const vehicle = await build.vehicle(fleet, { name: 'Camion', odometer: 120_000 })
  const user = await build.user(fleet)
  await signInDirectly(context, build, user, origin('boreal'))
  await page.goto(`${origin('boreal')}/vehicles/${vehicle.id}`)
  const block = page.getByRole('region', { name: /Information|Renseignements/ })
  await expect(block.getByText(/120.000 km|120,000 km/)).toBeVisible()
  await expect(block.getByText('Province')).toBeVisible()
  await expect(block.getByText(/Plate expiration|Expiration de la plaque/)).toHaveCount(0)
})

test('VEH-088: shows the picture of a vehicle that has one', async ({ page, context, build, db }) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { name: 'Van 10' })
  await db.query(
    sql`update vehicles set dashboard_mobile_url = '/brand/icon-192.png?own' where id = ${vehicle.id}`,
  )
  await context.route('**/brand/icon-192.png?own', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>',
    }),
  )
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await expect(page.getByRole('img', { name: 'Picture of Van 10' })).toHaveAttribute(
    'src',
    '/brand/icon-192.png?own',
  )
})

test('VEH-089: Edit opens the form for users who may change the vehicle', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet()
  const driver = await build.user(fleet, { roles: ['Driver'] })
  const vehicle = await build.vehicle(fleet, { name: 'Van 11', drivers: [driver] })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const block = page.getByRole('region', { name: 'Information' })
  await block.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle.id}/edit$`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.clearCookies()
  await signInDirectly(context, build, driver)
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await expect(block).toBeVisible()
  await expect(block.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('VEH-093, VEH-094: warns about a vehicle without a policy, and about no other, also offline', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const [bare, covered] = [await build.vehicle(fleet), await build.vehicle(fleet)]
  await db.query(sql`insert into maintenance_policies (fleet_id, amount, vehicle_ids)
    values (${fleet.id}, 250, ${[covered.id]}::bigint[])`)
  await signInDirectly(context, build, await build.user(fleet))
  const warning = page.getByRole('status').filter({
    hasText: /This vehicle has no maintenance policy\. Any fleet user can approve its orders\.$/,
  })
  await openLoaded(page, '/dashboard')
  const policies = page.waitForResponse((response) => response.url().includes('/api/v4/policies'))
  await page.goto(`${origin()}/vehicles/${bare.id}`)
  await expect(warning).toBeVisible()
  await policies
  const read = page.waitForResponse((response) => response.url().endsWith(`/api/v4/vehicles/${covered.id}`))
  await page.goto(`${origin()}/vehicles/${covered.id}`)
  await read
  await expect(page.getByRole('region', { name: 'Information' })).toBeVisible()
  await expect(warning).toHaveCount(0)
  await goOffline(page, context)
  await page.goto(`${origin()}/vehicles/${bare.id}`)
  await expect(warning).toBeVisible()
})

test('VEH-026, VEH-090, VEH-091: the history has a URL and a tab, and the documents a section', async ({
  page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 7' })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await expect(page.getByRole('region', { name: 'Glovebox' })).toBeVisible()
  await page.getByRole('tab', { name: 'Maintenance history' }).click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle.id}/history$`))
  await expect(page.getByText('No maintenance yet')).toBeVisible()
})

test('VEH-095, OFF-011: shows current due maintenance, past due in red, also offline', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { odometer: 61_000 })
  await otherRows(db).interval(vehicle, { name: '60,000 mi service', tag: 'Past Due' })
  await signInDirectly(context, build, await build.user(fleet))
  const calls = requestsTo(context, /next_maintenance_interval/)
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const section = page.getByRole('region', { name: 'Next maintenance' })
  await expect(section.getByText('Past Due', { exact: true })).toBeVisible()
  await expect(section.getByText('At 60,000 mi · 1,000 mi past due')).toBeVisible()
  expect(calls).toContain(`GET /api/v4/vehicles/next_maintenance_interval?vehicleIds=${vehicle.id}`)
  await goOffline(page, context)
  await page.reload()
  await expect(section.getByText('Past Due', { exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test.describe('telematics', () => {
  const readings = (db: Parameters<typeof otherRows>[0], vehicle: { id: number; fleetId: number }) => {
    const faults = Array.from({ length: 12 }, (_, i) => ({
      id: `P${i}`,
      dateTime: '2026-01-01T12:00:00Z',
      diagnostic: { name: `Fault number ${i}` },
    }))
    const tires = ['front_left', 'front_right', 'rear_left', 'rear_right'].map((wheel, i) => ({
      wheel,
      pressure: 200 + i * 10,
      temperature: 20 + i,
    }))
    return db.query(sql`insert into telematics_snapshots (fleet_id, vehicle_id, engine_oil, battery_life, tires, fault_codes, read_at)
      values (${vehicle.fleetId}, ${vehicle.id}, ${{ percent: 61, last_updated_at: '2026-01-01T00:00:00Z', errors: ['Sensor is silent'] }},
        ${{ volts: 11.31, last_updated_at: null }}, ${JSON.stringify(tires)}, ${JSON.stringify(faults)}, now())`)
  }

  test('TEL-002, TEL-003, TEL-004, TEL-007, TEL-010, TEL-011, TEL-012, TEL-013, TEL-017, OFF-010: shows the last readings, also offline', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ flags: { telematics: true } })
    const vehicle = await build.vehicle(fleet)
    const without = await build.vehicle(fleet)
    await db.query(sql`update vehicles set geotab_device_id = 'b1' where id = ${vehicle.id}`)
    await readings(db, vehicle)
    await signInDirectly(context, build, await build.user(fleet))
    const calls = requestsTo(context, /api.*telematics/)
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    const section = page.getByRole('region', { name: 'Telematics' })
    for (const text of ['61%', 'Sensor is silent', '11.31 V', 'Replace', '29 psi', '33 psi', '68 °F'])
      await expect(section.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(section.getByText(/Fault number/)).toHaveCount(10)
    await expect.poll(() => new Set(calls).size).toBe(4)
    await section.getByRole('button', { name: 'Show all 12' }).click()
    await expect(page.getByRole('dialog').getByText(/Fault number/)).toHaveCount(12)
    await page.keyboard.press('Escape')
    // Later readings replace the responses on a page that stays open, together with their time.
    await db.query(sql`update telematics_snapshots
      set engine_oil = ${{ percent: 44, last_updated_at: '2026-01-02T00:00:00Z', errors: [] }}, read_at = now()
      where vehicle_id = ${vehicle.id}`)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(section.getByText('44%').first()).toBeVisible({ timeout: 20_000 })
    await goOffline(page, context)
    await page.reload()
    await expect(section.getByText('44%').first()).toBeVisible()
    await page.goto(`${origin()}/vehicles/${without.id}`)
    await expect(page.getByRole('region', { name: 'Information' })).toBeVisible()
    await expect(section).toHaveCount(0)
  })

  test('TEL-001: shows nothing while the flag is off', async ({ page, context, build, db }) => {
    const fleet = await build.fleet({ flags: { telematics: false } })
    const vehicle = await build.vehicle(fleet)
    await db.query(sql`update vehicles set geotab_device_id = 'b2' where id = ${vehicle.id}`)
    await readings(db, vehicle)
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    await expect(page.getByRole('region', { name: 'Information' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Telematics' })).toHaveCount(0)
  })
})

test('an unknown vehicle shows a message and a link back', async ({ page, context, build, owner }) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/vehicles/999999')
  await expect(page.getByText('Vehicle not found')).toBeVisible()
  // The same for a URL that is not a number.
  await openLoaded(page, '/vehicles/bulk')
  await expect(page.getByText('Vehicle not found')).toBeVisible()
  await page.getByRole('link', { name: 'All vehicles' }).click()
  await expect(page).toHaveURL(/\/vehicles$/)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('OFF-006: offline before the first load it says what is missing instead of loading forever', async ({
    signedInPage: page,
    context,
  }) => {
    test.slow()
    await context.route(/\/api\/v4\/sync/, (route) => route.abort())
    await page.goto(`${origin()}/vehicles`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goOffline(page, context)
    const missing = 'Nothing on this device yet'
    for (const [path, says] of [
      ['/vehicles', missing],
      ['/vehicles/7', missing],
      ['/recalls', missing],
      ['/upcoming_maintenances', missing],
      ['/active_maintenances', missing],
    ] as const) {
      await page.goto(origin() + path)
      await expect(page.getByText(says), path).toBeVisible()
      await expect(page.getByText('Loading', { exact: true }), path).toHaveCount(0)
    }
  })

  test('OFF-004: a URL that was never visited opens offline', async ({
    signedInPage: page,
    context,
    build,
    owner,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 8' })
    await openLoaded(page, '/dashboard')
    await goOffline(page, context)
    await page.goto(`${origin()}/vehicles/${vehicle.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Van 8' })).toBeVisible()
  })
})

test('VEH-096: shows nothing of the previous vehicle', async ({ signedInPage: page, build, owner }) => {
  const [first, second] = [
    await build.vehicle({ id: owner.fleetId }, { name: 'First' }),
    await build.vehicle({ id: owner.fleetId }, { name: 'Second' }),
  ]
  await anEntry({ build, owner, vehicle: first })
  await openLoaded(page, `/vehicles/${first.id}/history`)
  await expect(page.getByText('Corner Garage')).toBeVisible()
  await page.getByRole('link', { name: 'Vehicles' }).last().click()
  await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('Second')
  // Rows move while the list is filtered, and a click would miss.
  await expect(page.getByRole('link', { name: 'First', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Second', exact: true }).click()
  await page.getByRole('tab', { name: 'Maintenance history' }).click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${second.id}/history$`))
  await expect(page.getByText('No maintenance yet')).toBeVisible()
  await expect(page.getByText('Corner Garage')).toHaveCount(0)

  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto(`${origin()}/vehicles/${first.id}`)
  await expect(heading('First')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('Second')
  await page.getByRole('option', { name: /Second/ }).click()
  await expect(heading('Second')).toBeVisible()
  await page.getByRole('button', { name: 'Enter reading' }).click()
  await expect(page.getByRole('dialog', { name: 'Odometer reading' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${origin()}/vehicles/${first.id}`)
  await expect(heading('First')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('without a worker, which would have the code cached', () => {
  test.use({ serviceWorkers: 'block' })

  test('VEH-006: a link that is clicked right after a search opens, even if its code loads slowly', async ({
    signedInPage: page,
    context,
    build,
    owner,
  }) => {
    const { id } = await build.vehicle({ id: owner.fleetId }, { name: 'Second' })
    await build.vehicle({ id: owner.fleetId }, { name: 'First' })
    await openLoaded(page, '/vehicles')
    await context.route(/\/assets\/Vehicle\w*Screen-[^/]+\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    const search = page.getByRole('searchbox', { name: 'Search vehicles' })
    const link = page.getByRole('link', { name: 'Second', exact: true })
    const heading = page.getByRole('heading', { level: 1, name: 'Second' })
    // Before the list follows the search.
    await search.fill('Sec')
    await link.click()
    await expect(heading).toBeVisible()
    await expect(page).toHaveURL(`${origin()}/vehicles/${id}`)
    await page.goBack()
    // After it, and before the URL does.
    await search.fill('Second')
    await page.evaluate(async () => {
      const rows = () =>
        [...document.querySelectorAll('a')].filter((a) => /^(First|Second)$/.test(a.textContent))
      while (rows().length !== 1) await new Promise(requestAnimationFrame)
      rows()[0]?.click()
    })
    await expect(heading).toBeVisible()
    await page.goBack()
    await expect(search).toHaveValue('Second')
  })
})
