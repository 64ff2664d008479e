import { sql } from '#server/db/sql.ts'
import { aPdf } from '#tests/support/files.ts'
import { expect, origin, otpFor, signIn, signInDirectly, test } from '../support/fixtures.ts'
import { draftsOf } from '../support/held-files.ts'
import { fillMaintenance, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

/** Returns the number of cached rows on this device, over all tables. */
async function localRowCount(): Promise<number> {
  const all = await indexedDB.databases()
  const names = all.map(({ name }) => name ?? '').filter((name) => name.startsWith('wheelbook-cache'))
  const counts = names.map(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const { result: db } = opening
          const stores = [...db.objectStoreNames]
          const transaction = db.transaction(stores)
          const requests = stores.map((store) => transaction.objectStore(store).count())
          transaction.oncomplete = () => resolve(requests.reduce((sum, { result }) => sum + result, 0))
        }
      }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

test('signing out ends the session on the server and removes the user’s data from the device', async ({
  signedInPage: page,
  context,
}) => {
  await untilReadyForOffline(page)
  expect(await page.evaluate(localRowCount)).toBeGreaterThan(3)
  const ended = page.waitForRequest((request) => request.url().endsWith('/api/v4/shell_sessions'))
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click() // BRD-066
  expect((await ended).method()).toBe('DELETE') // ACC-114
  await page.waitForURL((url) => url.pathname === '/sign_in')
  // ACC-070, ACC-114
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('authentication_token')
  // ACC-115
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(session|queries)/.test(key))),
  ).toEqual([])
  expect(await page.evaluate(localRowCount)).toBe(0)
  await page.goto(`${origin()}/vehicles`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
})

test('signing out without a session only opens the sign-in screen', async ({ page }) => {
  // ACC-005
  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(`${origin()}/sign_in`)
})

test('an offline sign-out takes effect on this device at once and reaches the server later', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await page.goto(`${origin()}/dashboard`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  const sessions = () =>
    db.query<{ id: string }>(sql`select 1 as id from sessions where user_id = ${owner.id}`)
  await context.setOffline(false)
  await expect
    .poll(async () => (await context.cookies()).some(({ name }) => name === 'authentication_token'))
    .toBe(false)
  expect(await sessions()).toEqual([])
})

test('entries that wait are asked about first: stay, or keep them locked for the same user', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  // ruling 25, OFF-037, OFF-046
  test.slow()
  const fleet = { id: owner.fleetId, unit: 'mi' as const }
  const vehicle = await build.vehicle(fleet, { name: 'Van 44' })
  const colleague = await build.user({ id: owner.fleetId })
  await build.service({ name: 'Wheel balance' })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Wheel balance' })

  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out' })
  await expect(dialog).toContainText('1 entry on this device has not reached the server yet.')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${origin()}/sign_out`)
  await page.getByRole('button', { name: 'Sign out and keep it here' }).click()
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await context.setOffline(false)

  const written: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('manual_maintenance_histories') && request.method() === 'POST')
      written.push(request.url())
  })
  await signIn(page, db, colleague)
  await expect(page.getByRole('button', { name: /^All sent/ })).toBeVisible()
  await page.waitForTimeout(1500)
  expect(written).toEqual([])

  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await page.getByLabel('Email address').fill(owner.email)
  await signIn(page, db, owner)
  const histories = () =>
    db.query<{ created_by: number }>(
      sql`select created_by from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
  await expect.poll(histories, { timeout: 15_000 }).toEqual([{ created_by: owner.id }])
})

test('discarding waiting entries is a separate action that shows how many are lost', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  // ruling 25, OFF-037
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' })
  await build.service({ name: 'Air filter' })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Air filter' })
  await fillMaintenance(page, { vehicle, service: 'Air filter' })
  const photo = { name: 'begun.pdf', mimeType: 'application/pdf', buffer: aPdf() }
  await page.locator('input[type=file][multiple]').setInputFiles(photo)
  await expect(page.getByRole('button', { name: 'Remove begun.pdf' })).toBeVisible()
  expect(await draftsOf(page)).toEqual({ texts: 1, files: 1 })
  await page.goto(`${origin()}/sign_out`)
  await page.getByRole('button', { name: 'Discard it and sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard permanently?' })
  await expect(question).toContainText('1 entry will be deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard it and sign out' }).click()
  await page.getByRole('button', { name: 'Discard 1 entry' }).click()
  await page.waitForURL((url) => url.pathname === '/sign_in')
  expect(await draftsOf(page)).toEqual({ texts: 0, files: 0 })
  await context.setOffline(false)
})

for (const choice of ['sent', 'discarded', 'discarded without signal'] as const)
  test(`entries that are ${choice} at the sign-out are no longer reported as unsent`, async ({
    signedInPage: page,
    context,
    db,
    build,
    owner,
  }) => {
    // OFF-071
    test.slow()
    const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' })
    await build.service({ name: 'Cabin filter' })
    await untilReadyForOffline(page)
    await context.route('**/manual_maintenance_histories', (route) =>
      route.fulfill({
        status: 425,
        headers: { 'X-Wheelbook-Api': '1' },
        json: { code: 'version_unknown' },
      }),
    )
    await recordMaintenance(page, { vehicle, service: 'Cabin filter' })
    const reported = () =>
      db.query<{ pending: number }>(sql`select pending from client_heartbeats where user_id = ${owner.id}`)
    await expect.poll(reported, { timeout: 20_000 }).toEqual([{ pending: 1 }])
    if (choice === 'discarded without signal') await context.setOffline(true)
    await page.goto(`${origin()}/sign_out`)
    if (choice === 'sent') {
      const send = page.getByRole('button', { name: 'Send now' })
      await expect(send).toBeVisible()
      await context.unroute('**/manual_maintenance_histories')
      await send.click()
    } else {
      await page.getByRole('button', { name: 'Discard it and sign out' }).click()
      await page.getByRole('button', { name: 'Discard 1 entry' }).click()
    }
    await page.waitForURL((url) => url.pathname === '/sign_in')
    if (choice === 'discarded without signal') {
      expect(await reported()).toEqual([{ pending: 1 }])
      await context.setOffline(false)
      await expect.poll(reported, { timeout: 20_000 }).toEqual([{ pending: 0 }])
    } else expect(await reported()).toEqual([{ pending: 0 }])
  })

test('a session that ends during work is renewed in place, and no typed text is lost', async ({
  signedInPage: page,
  db,
  build,
  owner,
}) => {
  // OFF-041, interface rule 4
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' })
  await build.service({ name: 'Coolant flush' })
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: 'Coolant flush', odometer: '50321' })
  await db.query(sql`delete from sessions where user_id = ${owner.id}`)
  await page.getByRole('button', { name: /Account menu/ }).click()
  // The first call after the session ended; the sign-in dialog is in the new language by then.
  await page.getByRole('button', { name: 'Français' }).click()

  const again = page.getByRole('dialog', { name: 'Reconnectez-vous' })
  await expect(again).toBeVisible()
  await expect(again.getByLabel('Adresse courriel')).toHaveValue(owner.email)
  await expect(again.getByLabel('Adresse courriel')).not.toBeEditable()
  await again.getByLabel('Mot de passe', { exact: true }).fill(owner.password)
  await again.getByLabel('Mot de passe', { exact: true }).press('Enter')
  await page.getByLabel('Code à usage unique').fill(await otpFor(db, owner.email))
  await page.getByRole('button', { name: 'Valider' }).click()
  await expect(again).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /^Od(ometer|omètre)/ })).toHaveValue(/50\D?321/)
  await page.getByRole('button', { name: /^(Save|Enregistrer)$/ }).click()
  await expect
    .poll(() => db.query(sql`select id from manual_maintenance_histories where vehicle_id = ${vehicle.id}`), {
      timeout: 15_000,
    })
    .toHaveLength(1)
})

test('an entry that meets an ended session waits for the sign-in and is then sent automatically', async ({
  signedInPage: page,
  db,
  build,
  owner,
}) => {
  // OFF-041
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' })
  await build.service({ name: 'Fuel filter' })
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: 'Fuel filter' })
  await db.query(sql`delete from sessions where user_id = ${owner.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(owner.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('One-time password').fill(await otpFor(db, owner.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect
    .poll(() => db.query(sql`select id from manual_maintenance_histories where vehicle_id = ${vehicle.id}`), {
      timeout: 15_000,
    })
    .toHaveLength(1)
  await expect(page.getByRole('banner').getByRole('button', { name: /^All sent/ })).toBeVisible()
})

test('another user who signs in in a second tab also replaces the user in the first one', async ({
  signedInPage: page,
  context,
  build,
}) => {
  // OFF-046, S-31
  const other = await build.user(await build.fleet({ name: 'Southbank Haulage' }))
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText('Northgate Couriers')).toBeVisible()
  const second = await context.newPage()
  await second.goto(`${origin()}/sign_out`)
  await second.waitForURL((url) => url.pathname === '/sign_in')
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await signInDirectly(context, build, other)
  await second.goto(`${origin()}/dashboard`)
  await expect(second.getByText('Southbank Haulage')).toBeVisible()
  // The first tab receives the sign-in and reloads.
  await expect(page.getByText('Southbank Haulage')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Northgate Couriers')).toHaveCount(0)
})

test('a sign-in in a second tab reaches the first one while it still loads its sign-in screen', async ({
  page,
  context,
  build,
  owner,
}) => {
  // OFF-046
  const [gate, isAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/gate-[^/]+\.js$/, async (route) => {
    isAsked.resolve()
    await gate.promise
    await route.continue()
  })
  await page.goto(`${origin()}/vehicles`, { waitUntil: 'commit' })
  await isAsked.promise
  // The page's first script has run and found no user.
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  await signInDirectly(context, build, owner)
  const second = await context.newPage()
  await second.goto(`${origin()}/vehicles`)
  await expect(second.getByText('Van 1', { exact: true })).toBeVisible()
  gate.resolve()
  await expect(page.getByText('Van 1', { exact: true })).toBeVisible()
})
