import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { otherRows } from '#tests/support/entries.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'

const aDocument = (db: Database, vehicle: { id: number; fleetId: number }, type: string, days: number) =>
  db.query(sql`insert into glovebox_items (id, fleet_id, vehicle_id, document_type, document_number, expiration_date, content_hash)
    values (${randomUUID()}, ${vehicle.fleetId}, ${vehicle.id}, ${type}, 'N-1', current_date + ${days}::int, ${randomBytes(32)})`)

test.describe('the vehicle list on a phone', () => {
  test.use(PHONE)

  test('GLV-016 to GLV-021, VEH-022: the card’s document icons open the documents read-only, and the rest of the card opens the vehicle', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ timeZone: 'Etc/UTC' })
    const vehicle = await build.vehicle(fleet, { name: 'Papers' })
    await aDocument(db, vehicle, 'registration', 61)
    await aDocument(db, vehicle, 'vehicle_insurance', 30)
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles')
    const card = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem')
    await expect(card.getByRole('button', { name: 'Registration: open' })).toBeVisible()
    await expect(card.getByRole('img', { name: 'Drivers License: no document' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(PHONE.viewport)
    await card.getByRole('button', { name: 'Vehicle Insurance: expires within 60 days, open' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Glovebox of Papers' })
    await expect(dialog.getByText('Expires in 30 days')).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // An empty area next to the icons.
    const { width = 0, height = 0 } = (await card.boundingBox()) ?? {}
    await card.tap({ position: { x: width - 30, y: height - 12 } })
    await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
  })

  test('VEH-001, VEH-006, VEH-020: finds a vehicle 300 ms after the last keystroke and opens it', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('link')
    await expect(cards).toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('truck 3')
    await expect(cards).toHaveCount(1)
    await expect(page).toHaveURL(/q=truck/)
    await cards.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Truck 3' })).toBeVisible()
    await page.goBack()
    const search = page.getByRole('searchbox', { name: 'Search vehicles' })
    await expect(search).toHaveValue('truck 3')
    await expect(cards).toHaveCount(1)
    await cards.first().click()
    await page.getByRole('main').getByRole('link', { name: 'Vehicles', exact: true }).click()
    await expect(search, 'the link back leads to the list as it was').toHaveValue('truck 3')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await expect(cards).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Clear' }), 'nothing to clear').toBeHidden()
    await expect(page).not.toHaveURL(/q=truck/)
    await page.goBack()
    await page.goForward()
    await expect(search, 'the list as it was left').toHaveValue('')
  })

  test('filters by due maintenance, and resets (VEH-008)', async ({ page, context, build, db }) => {
    const fleet = await build.fleet()
    const [late] = [
      await build.vehicle(fleet, { name: 'Late one' }),
      await build.vehicle(fleet, { name: 'Fine one' }),
    ]
    await build.vehicle(fleet, { name: 'Parked one', isActive: false })
    await otherRows(db).interval(late, { tag: 'Past Due' })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles')
    const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('link')
    await page.getByRole('button', { name: 'Past due 1' }).click()
    await expect(cards).toHaveText([/Late one.*Past due/])
    await page.getByRole('button', { name: 'Inactive 1' }).click()
    await expect(cards).toHaveText([/Parked one.*Inactive/])
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('nothing like it')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(cards).toHaveCount(3)
  })

  test('OFF-006, OFF-007, OFF-043: shows the vehicles offline, with their age', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    await goOffline(page, context)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('link')).toHaveCount(3)
    await expect(page.getByRole('main').getByText(/As of \d/)).toBeVisible()
  })

  test('OFF-023: the page does not scroll sideways', async ({ page, context, build, owner }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    await expect(page.getByRole('list', { name: 'Vehicles' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test.describe('the vehicle grid on a desktop', () => {
  test.use(DESK)

  test('VEH-015, VEH-016, VEH-017, VEH-018: has pages, sorts and filters by column', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet()
    for (let i = 1; i <= 12; i++) await build.vehicle(fleet, { name: `Unit ${i}`, odometer: i * 1000 })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles')
    const grid = page.getByRole('grid', { name: 'Vehicles' })
    const names = grid.locator('[data-field="name"][role="gridcell"]')
    await expect(page.getByText('1–12 of 12')).toBeVisible()
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await expect(page.getByRole('option')).toHaveText(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '10', exact: true }).click()
    await expect(names).toHaveCount(10)
    await page.getByRole('button', { name: 'next page' }).click()
    await expect(names).toHaveText(['Unit 11', 'Unit 12'])
    await grid.getByRole('columnheader', { name: 'Odometer' }).click()
    await grid.getByRole('columnheader', { name: 'Odometer' }).click()
    await expect(page).toHaveURL(/order=-odometer/)
    await page.goto(`${page.url().split('?')[0]}?order=-odometer`)
    await expect(names.first()).toHaveText('Unit 12')
    const filter = encodeURIComponent(
      JSON.stringify([{ field: 'name', operator: 'contains', value: 'Unit 7' }]),
    )
    await page.goto(`${page.url().split('?')[0]}?columns=${filter}`)
    await expect(names).toHaveText(['Unit 7'])
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect(names).toHaveCount(12)
    await page.getByRole('searchbox').fill('nothing like it')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(names).toHaveCount(12)
    const none = encodeURIComponent(
      JSON.stringify([{ field: 'name', operator: 'contains', value: 'nothing' }]),
    )
    await page.goto(`${page.url().split('?')[0]}?columns=${none}`)
    const inGrid = grid.getByRole('button', { name: 'Clear search and filters' })
    await expect(inGrid, 'the whole of what an empty grid says is seen').toBeInViewport({ ratio: 1 })
  })

  test('VEH-002, VEH-003, VEH-004: three tiles show the fleet’s cost and size, also offline', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    for (const [cost, perMile] of [
      ['1200.50', '0.2500'],
      ['34.10', '0.3500'],
    ]) {
      const { id } = await build.vehicle(fleet)
      await db.query(
        sql`update vehicles set ytd_maintenance_cost = ${cost}::numeric, cost_per_mile = ${perMile}::numeric where id = ${id}`,
      )
    }
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles')
    const tile = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd')
    await expect(tile('Cost this year (orders and entries)')).toHaveText('$1,234.60')
    await expect(tile('Average cost per mile')).toHaveText('$0.30')
    await expect(tile('Total vehicles')).toHaveText('2')
    await goOffline(page, context)
    await page.reload()
    await expect(tile('Cost this year (orders and entries)')).toHaveText('$1,234.60')
    await expect(page.getByText('Unenrolled vehicles')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('VEH-098: the numbers above the list count what its chips, search and column filter leave, also offline', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    for (const [name, department, cost, isActive] of [
      ['Van North', '12', '100.00', true],
      ['Truck North', '12', '20.00', true],
      ['Parked North', '12', '3.00', false],
      ['Van South', '15', '4000.00', true],
    ] as const) {
      const { id } = await build.vehicle(fleet, { name, isActive })
      await db.query(
        sql`update vehicles set ytd_maintenance_cost = ${cost}::numeric, department_number = ${department} where id = ${id}`,
      )
    }
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles?department=12')
    const tile = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd')
    const rows = page.getByRole('grid').getByRole('row')
    const expectNumbers = async (total: string, cost: string, buttons: readonly [string, string, string]) => {
      await expect(tile('Total vehicles')).toHaveText(total)
      await expect(tile('Cost this year (orders and entries)')).toHaveText(cost)
      for (const [nth, status] of (['All', 'In use', 'Inactive'] as const).entries())
        await expect(
          page.getByRole('button', { name: `${status} ${buttons[nth]}`, exact: true }),
        ).toBeVisible()
    }
    await expectNumbers('3', '$123.00', ['3', '2', '1'])
    await page.getByRole('button', { name: 'In use 2', exact: true }).click()
    await expect(rows).toHaveCount(1 + 2)
    await expectNumbers('2', '$120.00', ['3', '2', '1'])
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('van')
    await expect(rows).toHaveCount(1 + 1)
    await expectNumbers('1', '$100.00', ['1', '1', '0'])
    await goOffline(page, context)
    await page.goto(`${page.url().split('?')[0]}?department=12`)
    await expectNumbers('3', '$123.00', ['3', '2', '1'])
    const column = JSON.stringify([{ field: 'name', operator: 'contains', value: 'North' }])
    await page.goto(`${page.url().split('?')[0]}?columns=${column}&show=inactive`)
    await expectNumbers('1', '$3.00', ['3', '2', '1'])
    await expect(rows).toHaveCount(1 + 1)
    await expect(page.getByRole('main').getByText(/^1 vehicle/)).toBeVisible()
  })

  test('VEH-012, VEH-013, VEH-014: the list can be downloaded, and an empty one explains why it cannot', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    await expect(page.getByRole('link', { name: 'Truck 3', exact: true })).toBeVisible()
    const button = page.getByRole('button', { name: 'Download', exact: true })
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.url()).toContain('/api/v4/vehicles.csv?language=EN&is_canada=false&download=true&auth_token=')
    expect(await readFile(await file.path(), 'utf8')).toContain('Truck 3')
    // A filtered list downloads what is shown, or everything.
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('Truck 3')
    await expect(page.getByText('1 vehicle', { exact: true })).toBeVisible()
    const [shown] = await Promise.all([page.waitForEvent('download'), button.click()])
    const lines = (await readFile(await shown.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^Truck 3,/)
    await page.getByRole('button', { name: 'Other downloads' }).click()
    const everything = page.getByRole('menuitem', { name: 'Everything' })
    const [all] = await Promise.all([page.waitForEvent('download'), everything.click()])
    expect(all.url()).toContain('/api/v4/vehicles.csv?')
    // A column that was hidden stays hidden after a reload.
    const grid = page.getByRole('grid', { name: 'Vehicles' })
    const plate = grid.getByRole('columnheader', { name: 'Plate' })
    await plate.hover()
    await plate.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Hide column' }).click()
    await expect(plate).toHaveCount(0)
    await page.reload()
    await expect(grid.getByRole('columnheader', { name: 'Odometer' })).toBeVisible()
    await expect(plate).toHaveCount(0)
    // The button below the rows brings it back.
    await page.getByRole('button', { name: 'Manage columns' }).click()
    await page.getByRole('checkbox', { name: 'Plate' }).check()
    await expect(plate).toBeVisible()
    await page.keyboard.press('Escape')
    await context.clearCookies()
    await signInDirectly(context, build, await build.user(await build.fleet()))
    await openLoaded(page, '/vehicles')
    await expect(page.getByText('No vehicles yet')).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText('There is nothing to download.')
  })

  test('VEH-007, VEH-009, VEH-021: all columns can be fitted to the width, and Add vehicle opens the form', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    const grid = page.getByRole('grid', { name: 'Vehicles' })
    const last = grid.getByRole('columnheader', { name: 'Actions' })
    await expect(grid.getByRole('columnheader').first()).toBeVisible()
    const rightOf = async () => {
      const [box, frame] = [await last.boundingBox(), await grid.boundingBox()]
      return box && frame ? box.x + box.width - (frame.x + frame.width) : Number.POSITIVE_INFINITY
    }
    // Decision 88: the window has no room for all columns.
    const cost = grid.getByRole('columnheader', { name: 'Cost per mile' })
    await expect(cost).toHaveCount(0)
    expect(await rightOf()).toBeLessThan(2)
    await page.getByRole('button', { name: 'Size to fit' }).click()
    await expect.poll(rightOf).toBeLessThan(2)
    await expect(grid.getByRole('columnheader')).toHaveText([
      'Vehicle',
      'VIN',
      'Status',
      'Odometer',
      'Plate',
      'Other ID',
      'Department',
      'Drivers',
      'Last maintenance',
      'Cost per mile',
      'Documents',
      'Actions',
    ])
    await page.getByRole('button', { name: 'Size to fit' }).click()
    await expect(cost).toHaveCount(0)
    await page.getByRole('link', { name: 'Add vehicle' }).click()
    await expect(page).toHaveURL(/\/vehicles\/new$/)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('VEH-008, VEH-009: a searched list is the same behind the form and after it', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await build.vehicle({ id: owner.fleetId }, { name: 'Boom truck' })
    await build.vehicle({ id: owner.fleetId }, { name: 'Van 1' })
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    const grid = page.getByRole('grid', { name: 'Vehicles' })
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('boom')
    await expect(grid.getByRole('link', { name: 'Van 1' })).toHaveCount(0)
    await expect(page).toHaveURL(/q=boom/)
    await page.getByRole('link', { name: 'Add vehicle' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/vehicles\?q=boom$/)
    await expect(page.getByRole('searchbox', { name: 'Search vehicles' })).toHaveValue('boom')
    await expect(grid.getByRole('link', { name: 'Boom truck', exact: true })).toBeVisible()
    await expect(grid.getByRole('link', { name: 'Van 1' })).toHaveCount(0)
  })

  test('VEH-019, VEH-020, BRD-040: grays out inactive vehicles, names their drivers, and opens the detail', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet()
    await build.vehicle(fleet, { name: 'Parked', isActive: false })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/vehicles')
    const row = page.getByRole('row', { name: /Parked/ })
    await expect(row).toHaveClass(/inactive/)
    await expect(row).toContainText('UnAssigned')
    await row.getByRole('link', { name: 'Parked', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Parked' })).toBeVisible()
  })

  test('VEH-004, VEH-005, VEH-011, VEH-019, BRD-015: grays out and counts vehicles that are not enrolled, on the fuel-card brand only', async ({
    page,
    context,
    build,
    db,
  }) => {
    // The brand of the fleet decides, on any host (decision 60).
    for (const [brand, at, gray] of [
      ['fuelpass', origin('fuelpass'), 1],
      ['fuelpass', origin(), 1],
      ['fuelpass-plus', origin('fuelpass-plus'), 0],
    ] as const) {
      const fleet = await build.fleet({ brand })
      await build.vehicle(fleet, { name: 'Not in' })
      const enrolled = await build.vehicle(fleet, { name: 'Is in' })
      await db.query(sql`update vehicles set fleetcor_enrolled = true where id = ${enrolled.id}`)
      await signInDirectly(context, build, await build.user(fleet), at)
      await page.goto(`${at}/vehicles`)
      await expect(page.getByRole('row', { name: /Is in/ })).toBeVisible({ timeout: 20_000 })
      await expect(page.locator('[role=row].inactive')).toHaveCount(gray)
      await expect(page.getByRole('gridcell', { name: 'Not enrolled' })).toHaveCount(gray)
      await expect(page.getByText('Unenrolled vehicles')).toHaveCount(gray)
      await expect(page.getByRole('button', { name: 'Not enrolled 1' })).toHaveCount(gray)
      await expect(page.getByText('Enrolled vehicles', { exact: true })).toHaveCount(gray)
      await expect(page.getByText('Total vehicles')).toHaveCount(1 - gray)
      await expect(page.getByRole('link', { name: 'Add vehicle' })).toHaveCount(1 - gray)
      if (!gray) continue
      await page.getByRole('button', { name: 'Not enrolled 1' }).click()
      await expect(page.getByRole('row', { name: /Is in/ })).toHaveCount(0)
      await expect(page.getByRole('row', { name: /Not in/ })).toBeVisible()
    }
  })

  test('GLV-017, GLV-018, GLV-019, GLV-020, GLV-021, VEH-022: an icon per document type shows its state', async ({
    page,
    context,
    build,
    db,
  }) => {
    // The database counts days in UTC.
    const fleet = await build.fleet({ timeZone: 'Etc/UTC' })
    const vehicle = await build.vehicle(fleet, { name: 'Papers' })
    const user = await build.user(fleet)
    await aDocument(db, vehicle, 'registration', 61)
    await aDocument(db, vehicle, 'vehicle_insurance', 30)
    await signInDirectly(context, build, user)
    await openLoaded(page, '/vehicles')
    const row = page.getByRole('row', { name: /Papers/ })
    await expect(row.getByRole('button', { name: 'Registration: open' })).toBeVisible()
    await expect(row.getByRole('img', { name: 'Drivers License: no document' })).toBeVisible()
    await expect(row.getByRole('button', { name: /Drivers License/ })).toHaveCount(0)
    // GLV-018: looks disabled, but is not.
    const colorOf = (name: RegExp) =>
      row.getByRole('button', { name }).evaluate((icon) => getComputedStyle(icon).color)
    const [valid, expiring] = [await colorOf(/^Registration/), await colorOf(/^Vehicle Insurance/)]
    expect(expiring).not.toBe(valid)
    expect(expiring).toMatch(/^rgba\(.*, 0\.\d+\)|color-mix|color\(/)
    await row.getByRole('button', { name: 'Vehicle Insurance: expires within 60 days, open' }).click()
    const dialog = page.getByRole('dialog', { name: 'Glovebox of Papers' })
    await expect(dialog.getByText('Expires in 30 days')).toBeVisible()
    // GLV-016: read-only.
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /Add|Edit|Delete/ })).toHaveCount(0)
  })
})

test.describe('the vehicle grid in French', () => {
  test.use({ ...DESK, locale: 'fr-CA' })

  test('VEH-003, VEH-014: in Canada costs are per kilometer, and the file is requested as a Canadian one', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet({ country: 'CA' })
    await build.vehicle(fleet)
    const user = await build.user(fleet, { language: 'fr' })
    await signInDirectly(context, build, user, origin('boreal'))
    await page.goto(`${origin('boreal')}/vehicles`)
    await expect(page.getByText('Coût moyen par km')).toBeVisible({ timeout: 20_000 })
    const button = page.getByRole('button', { name: 'Télécharger', exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toBe('vehicules.csv')
    expect(file.url()).toContain('language=FR&is_canada=true&download=true')
  })
})
