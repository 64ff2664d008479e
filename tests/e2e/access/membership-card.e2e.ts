import { sql } from '#server/db/sql.ts'
import { aGloveboxItem, otherRows } from '#tests/support/entries.ts'
import { aPng, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { postAs } from '../support/api-as.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'

const VINS = ['1FTFW1E59LFA12345', '5YJ3E1EA7KF317000']

test.describe('on a phone', () => {
  test.use(PHONE)

  test('an offline driver starts on the card: scannable VIN, plate, documents, due maintenance, phone number', async ({
    page,
    context,
    db,
    build,
  }) => {
    const fleet = await build.fleet({ name: 'Northgate Couriers' })
    const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Emeka' })
    const vehicles = [
      await build.vehicle(fleet, { name: 'Van 7', drivers: [driver], odometer: 50_000 }),
      await build.vehicle(fleet, { name: 'Van 8', drivers: [driver] }),
    ]
    for (const [index, { id }] of vehicles.entries())
      await db.query(sql`
        update vehicles set vin = ${VINS[index] ?? ''}, license_plate_number = ${`PL8-${index}`}, license_plate_state = 'OH'
        where id = ${id}`)
    const [van] = vehicles
    await otherRows(db).interval(van!, { tag: 'Past Due', name: 'Oil change' })
    await signInDirectly(context, build, driver)
    await openLoaded(page, '/membership_card')
    await expect(page.getByRole('img', { name: `Barcode of the VIN ${VINS[0]}` })).toBeVisible()
    await page.getByRole('combobox').fill('Van 8')
    await page.getByRole('option', { name: 'Van 8' }).click()
    await expect(page.getByText(VINS[1] ?? '', { exact: true })).toBeVisible()
    await goOffline(page, context)
    // Some Chromium versions lose the offline emulation on the next page.
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))

    await page.goto(origin())
    await expect(page).toHaveURL(`${origin()}/membership_card`)
    // Shows the vehicle of last time.
    await expect(page.getByText(VINS[1] ?? '', { exact: true })).toBeVisible()
    await expect(page.getByText('PL8-1 · OH')).toBeVisible()
    await page.getByRole('combobox').fill('Van 7')
    await page.getByRole('option', { name: 'Van 7' }).click()
    const code = page.getByRole('img', { name: `Barcode of the VIN ${VINS[0]}` })
    await expect(code).toBeVisible()
    await expect(page.getByText('Oil change').first()).toBeVisible()
    await expect(page.getByText('Emeka')).toBeVisible() // USR-069, OFF-028
    // USR-069, USR-070
    await expect(page.getByRole('link', { name: /Assistance/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/)

    // Black on white in dark mode too, at least one CSS pixel per bar.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await code.evaluate((svg) => getComputedStyle(svg).backgroundColor)).toBe('rgb(255, 255, 255)')
    const box = await code.boundingBox()
    const units = await code.evaluate((svg) => (svg as unknown as SVGSVGElement).viewBox.baseVal.width)
    expect((box?.width ?? 0) / units).toBeGreaterThanOrEqual(1)

    await page.getByRole('button', { name: 'Show large' }).click()
    const large = page.getByRole('dialog', { name: 'VIN, large' })
    const upright = await large.getByRole('img').boundingBox()
    expect((upright?.height ?? 0) / units).toBeGreaterThan(2)
    await expect(large).toContainText(VINS[0] ?? '')
    await large.getByRole('button', { name: 'Close' }).click()
    await expect(large).toHaveCount(0)
  })

  test('the card shows its logo and opens the vehicle’s documents offline', async ({
    page,
    context,
    db,
    build,
  }) => {
    // USR-069, OFF-028, OFF-049
    test.slow()
    const fleet = await build.fleet({ name: 'Northgate Couriers' })
    const driver = await build.user(fleet, { roles: ['Driver'] })
    const van = await build.vehicle(fleet, { name: 'Van 7', drivers: [driver] })
    await db.query(sql`update vehicles set vin = ${VINS[0] ?? ''} where id = ${van.id}`)
    const owner = await build.user(fleet)
    const bytes = await aPng()
    const line = manifestOf(bytes, { file_name: 'registration.png', content_type: 'image/png' })
    const item = { document_type: 'registration', glovebox_documents_attributes: [line] }
    await postAs(build, owner, '/glovebox_items', aGloveboxItem({ vehicle_id: van.id, ...item }))
    const sent = await fetch(`${origin()}/api/v4/glovebox_documents/${line.id}`, {
      method: 'PUT',
      headers: {
        ...fileHeaders(bytes, 'image/png'),
        'app-name': 'wheelbook',
        authorization: `Bearer ${await build.session(owner)}`,
      },
      body: new Uint8Array(bytes),
    })
    expect(sent.status).toBe(200)
    await signInDirectly(context, build, driver)
    await openLoaded(page, '/membership_card')
    await expect(page.getByText('Van 7').first()).toBeVisible()
    // The file is prefetched without having been opened.
    await expect
      .poll(() => page.evaluate(cachedFiles), { timeout: 30_000, message: 'the document is cached' })
      .toBeGreaterThan(0)
    await goOffline(page, context)
    await page.reload()
    const logo = page.getByRole('main').getByRole('img', { name: 'Wheelbook' })
    await expect(logo).toBeVisible()
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Open Registration' }).click()
    const shownDocument = page.getByRole('dialog', { name: 'Registration' }).getByRole('img')
    await expect(shownDocument).toBeVisible()
    expect(await shownDocument.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  test('other users, and drivers with a connection, start on the dashboard', async ({
    page,
    context,
    build,
    owner,
  }) => {
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/vehicles')
    await goOffline(page, context)
    await page.goto(origin())
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  })
})

test('axe reports nothing on the card with a vehicle, its large VIN, and the roles', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  test.slow()
  await db.query(sql`
    update vehicles set vin = left(${VINS[0] ?? ''}, 16) || right(id::text, 1) where fleet_id = ${owner.fleetId}`)
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/membership_card')
  await expect(page.getByRole('button', { name: 'Show large' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show large' }).click()
  await page.getByRole('dialog', { name: 'VIN, large' }).getByRole('img').waitFor()
  await expectAccessible(page)
})

for (const [size, device] of Object.entries({ phone: PHONE, desk: DESK }))
  test.describe(`the roles on a ${size}`, () => {
    test.use(device)

    test('show the permissions of each role, in French too', async ({ signedInPage: page }) => {
      await page.goto(`${origin()}/roles`)
      await expect(page.getByText('Your role: Owner')).toBeVisible()
      if (size === 'desk') {
        const table = page.getByRole('table', { name: 'Permissions by role' })
        // USR-026
        await expect(table.getByRole('columnheader', { name: 'FMC', exact: true })).toBeVisible()
        const row = table.getByRole('row', { name: /^Add, edit and delete policies/ })
        await expect(row.getByRole('img', { name: 'Yes' })).toHaveCount(8) // USR-030, USR-043
      } else {
        await expect(page.getByText('Owns the fleet', { exact: true })).toBeVisible() // USR-030
        await expect(page.getByText('Add, edit and delete policies').first()).toBeVisible()
        await page.getByRole('button', { name: /^Driver/ }).click()
        await expect(page.getByText('Views the assigned vehicle')).toBeVisible() // USR-030, USR-043
      }
      await page.evaluate(() => localStorage.setItem('language', 'fr'))
      await page.reload()
      await expect(page.getByText('Votre rôle : Propriétaire')).toBeVisible() // USR-027
      await expect(page.getByText('Titulaire du compte').first()).toBeVisible()
    })
  })

/** Returns the number of document files cached on this device. */
async function cachedFiles(): Promise<number> {
  const all = await indexedDB.databases()
  const name = all.map((each) => each.name ?? '').find((each) => each.startsWith('wheelbook-cache'))
  if (!name) return 0
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const count = await new Promise<number>((resolve) => {
    const counting = db.transaction('docBlobs').objectStore('docBlobs').count()
    counting.onsuccess = () => resolve(counting.result)
  })
  db.close()
  return count
}
