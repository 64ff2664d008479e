import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { untilReadyForOffline } from '../support/record.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Gives a vehicle of the fleet a plate and a VIN. */
async function aPlate(db: Database, fleetId: number, name: string): Promise<number> {
  const [vehicle] = await db.query<{ id: number }>(sql`
    update vehicles set license_plate_number = 'QRT-4821', license_plate_state = 'VT', vin = '1FTBW2CM0KKA70519',
      other_id = 'U-0077'
    where fleet_id = ${fleetId} and name_of_vehicle = ${name} returning id`)
  return vehicle?.id ?? 0
}

test('a vehicle is found by half of its plate with the keyboard alone, also offline and with a typing mistake', async ({
  signedInPage: page,
  context,
  db,
  owner,
}) => {
  const id = await aPlate(db, owner.fleetId, 'Van 2')
  await anOpenOrder(db, { id, fleetId: owner.fleetId }, { poNumber: 'PO-5531' })
  // BRD-078
  await untilReadyForOffline(page)
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('t48')
  await expect(group(page, 'Vehicles').getByRole('option')).toHaveText([/Van 2.*QRT-4821/])
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Van 2/)
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)

  await context.setOffline(true)
  await page.keyboard.press('/')
  for (const typed of ['qrt 4821', 'QRT4812', '070519', '1FTBW2CM', 'u-0077', '0077', 'van 2']) {
    await box(page).fill(typed)
    await expect(group(page, 'Vehicles').getByRole('option').first()).toHaveText(/Van 2/)
  }
  await expect(page.getByText(/Offline: only what is on this/)).toBeVisible()
  await box(page).fill('po-5531')
  await expect(group(page, 'Orders').getByRole('option')).toHaveText([/Order.*PO-5531.*Van 2.*Corner Garage/])
  await box(page).fill('qrt4821')
  const [first, second] = [page.getByRole('option').nth(0), page.getByRole('option').nth(1)]
  await page.keyboard.press('ArrowDown')
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/vehicles/${id}`)
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Van 2.*QRT-4821/])

  await page.keyboard.press('Escape')
  await db.query(sql`update vehicles set license_plate_number = 'NEW-7755' where id = ${id}`)
  await context.setOffline(false)
  await page.goto(`${origin()}/dashboard`)
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Van 2.*NEW-7755/], { timeout: 2000 })
  }).toPass()
})

test('the button opens it on every width, and the focus returns to the button', async ({
  signedInPage: page,
}) => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${origin()}/dashboard`)
    const button = page.getByRole('banner').getByRole('button', { name: 'Find anything' })
    await button.click()
    await box(page).fill('record')
    await expect(group(page, 'Actions').getByRole('option').first()).toHaveText('Add maintenance history')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('users come from the server; screens and actions follow the role', async ({
  page,
  context,
  build,
  owner,
}) => {
  const fleet = { id: owner.fleetId }
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Odette' })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await page.keyboard.press('Control+k')
  await box(page).fill('odette')
  await expect(group(page, 'Users').getByRole('option')).toHaveText([/Odette/])
  await box(page).fill('add vehicle')
  await expect(page.getByRole('option', { name: 'Add vehicle', exact: true })).toBeVisible()
  await box(page).fill('unsent work')
  await expect(page.getByRole('option', { name: 'Unsent entries' })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.clearCookies()

  await page.evaluate(() => localStorage.clear())
  await signInDirectly(context, build, driver)
  await untilReadyForOffline(page)
  await page.keyboard.press('Control+k')
  for (const typed of ['add vehicle', 'invite', 'odette', 'Van 1', 'policies', 'unsent work']) {
    await box(page).fill(typed)
    await expect(page.getByText(`Nothing found for “${typed}”`).first()).toBeVisible()
  }
  await box(page).fill('record')
  await expect(page.getByRole('option', { name: 'Add maintenance history' })).toBeVisible()
})

test('a single key opens nothing while someone types, in a dialog, or once it is turned off', async ({
  signedInPage: page,
}) => {
  await page.goto(`${origin()}/vehicles`)
  await page.getByRole('searchbox').first().fill('a')
  await page.keyboard.type('/?')
  await expect(page.getByRole('searchbox').first()).toHaveValue('a/?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible()
  // BRD-079
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('/')
  await expect(box(page)).toHaveCount(0)
  await shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
})

test('axe reports nothing: empty, with results, without results', async ({ signedInPage: page }) => {
  test.slow()
  await untilReadyForOffline(page)
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Actions')).toBeVisible()
  await expectAccessible(page)
  await box(page).fill('van')
  await expect(group(page, 'Vehicles')).toBeVisible()
  await expectAccessible(page)
  await box(page).fill('zzzz')
  await expect(page.getByText('Nothing found for “zzzz”').first()).toBeVisible()
  await expectAccessible(page)
})

test('what was found last is deleted at sign-out', async ({ signedInPage: page }) => {
  await untilReadyForOffline(page)
  await page.keyboard.press('Control+k')
  await box(page).fill('truck 3')
  await page
    .getByRole('option', { name: /Truck 3/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/vehicles\/\d+$/)
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('finds:')))
  expect(await stored()).toHaveLength(1)
  await page.keyboard.press('Control+k')
  await box(page).fill('log out')
  await page.keyboard.press('Enter')
  await page.waitForURL(/sign_in/)
  expect(await stored()).toEqual([])
})

test('a user of a management company finds its fleets, and screens of both areas', async ({
  page,
  context,
  build,
}) => {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const other = await build.fleet({ affiliationId, name: 'Lakeshore Rental' })
  await signInDirectly(context, build, await build.user(home, { roles: ['FMC'], affiliationId }))
  await page.goto(`${origin()}/fmc_dashboard`)
  await expect(page.getByText(/^\d+ fleets?$/).first()).toBeVisible()
  await page.keyboard.press('/')
  await box(page).fill('transfer')
  await expect(group(page, 'Screens').getByRole('option').first()).toHaveText(/Transfer vehicles/)
  await box(page).fill('lakeshore')
  await expect(group(page, 'Fleets').getByRole('option')).toHaveText(['Lakeshore Rental'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/fleets/${other.id}`)
})

/** Opens the dashboard, and holds the code of the search back until the returned function is called. */
async function openWithoutSearch(page: Page): Promise<() => void> {
  const release = await holdCode(page, /\/FindDialog[^/]*\.js/)
  // Without the service worker, which has the code.
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible()
  return release
}

/** Opens the dashboard, and holds the code of the app back, all but the first file, until the returned function is called. */
async function openBeforeApp(page: Page): Promise<() => void> {
  const release = await holdCode(page, /\/assets\/app-[^/]*\.js/)
  await page.goto(`${origin()}/dashboard`, { waitUntil: 'commit' })
  // The first file of the page has run.
  await expect(page.locator('html[data-scheme]')).toHaveCount(1)
  return release
}

async function holdCode(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

test('Ctrl K before the app is there opens its search, not the browser’s, and keeps what is typed', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  await aPlate(db, owner.fleetId, 'Van 2')
  await page.addInitScript(() =>
    addEventListener('keydown', (event) =>
      setTimeout(() =>
        document.documentElement.setAttribute('data-prevented', String(event.defaultPrevented)),
      ),
    ),
  )
  const release = await openBeforeApp(page)
  await page.keyboard.press('Control+k')
  await expect(page.locator('html')).toHaveAttribute('data-prevented', 'true')
  await page.keyboard.type('qrt5')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('4')
  release()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('qrt4')
  await expect(group(page, 'Vehicles').getByRole('option')).toHaveText([/Van 2.*QRT-4821/])
})

test('what is typed while the code of the search loads is kept, and an early Enter opens the result', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  const id = await aPlate(db, owner.fleetId, 'Van 2')
  await db.query(sql`update vehicles set other_id = 'SYNC-7' where id = ${id}`)
  const release = await openWithoutSearch(page)
  const opener = page.getByRole('link', { name: 'Vehicles' }).first()
  await opener.focus()
  for (const key of ['Control+k', '/']) {
    await page.keyboard.press(key)
    const early = page.getByRole('textbox', { name: 'Find anything' })
    await expect(early).toBeFocused()
    await page.keyboard.type('?/k4')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Backspace')
    await expect(early).toHaveValue('?/k')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(early).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  // BRD-080
  await page.keyboard.press('Control+k')
  await page.keyboard.type('t82')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('4')
  await expect(box(page)).toHaveValue('t482')
  await expect(group(page, 'Vehicles').getByRole('option')).toHaveText([/Van 2.*QRT-4821/])
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  // The code is there now: no letter waits for it.
  await page.keyboard.press('/')
  await page.keyboard.type('qrt4')
  await expect(box(page)).toHaveValue('qrt4')

  await page.reload()
  await page.getByRole('banner').getByRole('button', { name: 'Find anything' }).waitFor()
  await page.keyboard.press('Control+k')
  // An action matches too, and is found before the vehicles are read.
  await page.keyboard.type('ync')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/vehicles/${id}`)
})

test('the search takes over only after a composition of an input method', async ({ signedInPage: page }) => {
  const release = await openWithoutSearch(page)
  const methods = await page.context().newCDPSession(page)
  await page.keyboard.press('Control+k')
  const early = page.getByRole('textbox', { name: 'Find anything' })
  await expect(early).toBeFocused()
  await page.keyboard.type('va')
  await methods.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
  const loaded = page.waitForResponse(/\/FindDialog[^/]*\.js/)
  release()
  await loaded
  await page.waitForTimeout(300)
  await expect(early).toBeFocused()
  await methods.send('Input.insertText', { text: 'é' })
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('vaé')
})
