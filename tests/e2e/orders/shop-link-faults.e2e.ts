// Faults of the shop's page that left an entry unsent or a photo unsaved.
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { day } from '#tests/support/entries.ts'
import { aJpeg, aPdf } from '#tests/support/files.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { goOffline, openLoaded, PHONE } from '../support/screens.ts'
import { aLink, anotherLink, openLink, setStatus } from '../support/shop-link.ts'

test.use(PHONE)

test('what waited when the fleet ended the link is sent once a new link is pasted into the same tab', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  await openLink(page, { path, token })
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await line.getByLabel('Price before tax').fill('91')
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await db.query(sql`update shop_links set revoked_at = now() where order_id = ${order.id}`)
  await context.setOffline(false)
  await expect(
    page.getByText('The fleet replaced or ended this link. Ask the fleet for a new one.'),
  ).toBeVisible()
  await expect(page.getByText(/1 entry has not reached the fleet/)).toBeVisible()
  await expectAccessible(page)

  // Only the fragment changes, so the browser does not load the page.
  await openLink(page, { path, token: await anotherLink(db, fleet, order) })
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible({ timeout: 20_000 })
  const [made] = await db.query(sql`
    select count(*)::int as estimates from shop_order_activity_items
    where order_id = ${order.id} and activity_type = 'estimate'`)
  expect(made).toEqual({ estimates: 1 })
})

test('without background sync, any page of the device sends what waits for an order whose page is closed', async ({
  page,
  context,
  build,
  db,
}) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  const { order, path, token } = await aLink({ build, db })
  await openLink(page, { path, token })
  await expect(page.getByRole('button', { name: 'Confirm the appointment' })).toBeVisible()
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Confirm the appointment' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const signIn = await context.newPage()
  await signIn.goto(`${origin()}/`)
  await expect
    .poll(() => db.query(sql`select status from shop_orders where id = ${order.id}`), { timeout: 20_000 })
    .toEqual([{ status: 'active' }])
})

test('says why a file was not accepted', async ({ page, build, db }) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  await openLink(page, { path, token })
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  const add = (name: string, buffer: Buffer) =>
    line.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await line.getByLabel('Price before tax').fill('91')
  await add('empty.jpg', Buffer.alloc(0))
  await expect(line.getByText('empty.jpg · This file is empty. Choose another.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible()
})

test('a refused completion is in the form again, with its bill, and is sent once the order allows it', async ({
  page,
  context,
  build,
  db,
}) => {
  const { order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'approved')
  await openLink(page, { path, token })
  await page.getByLabel('Odometer').fill('41900')
  await page.getByLabel('Invoice number').fill('Q-1')
  await page
    .getByRole('region', { name: 'Complete the work' })
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: aPdf('bill') })
  await expect(page.getByRole('button', { name: 'Remove bill.pdf' })).toBeVisible()
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  // The fleet asks for another estimate meanwhile.
  await setStatus(db, order, 'awaiting_approval')
  await context.setOffline(false)
  await expect(page.getByText('The work was not marked as completed')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible()
  await setStatus(db, order, 'approved')
  await page.reload()
  await expect(page.getByLabel('Odometer')).toHaveValue('41900')
  await expect(page.getByLabel('Invoice number')).toHaveValue('Q-1')
  await expect(page.getByRole('button', { name: 'Remove bill.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText('Work completed')).toBeVisible()
  await expect(page.getByText('The work was not marked as completed')).toHaveCount(0)
  await expect(page.getByText('The invoice was not accepted')).toHaveCount(0)
  await expect
    .poll(() => db.query(sql`select file_name, state from documents where order_id = ${order.id}`))
    .toEqual([{ file_name: 'bill.pdf', state: 'stored' }])
})

test('a reading below the last one is confirmed once, accepted, and marked on the fleet’s page (APR-068)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, order, path, token } = await aLink({ build, db })
  await db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
    select fleet_id, vehicle_id, odometer, 'mi', current_date - 7, 'driver' from shop_orders where id = ${order.id}`)
  await setStatus(db, order, 'approved')
  await openLink(page, { path, token })
  const field = page.getByLabel('Odometer')
  await expect(page.getByText('Last reading: 41,200 mi', { exact: true })).toBeVisible()
  await field.fill('9')
  await expect(page.getByText('Last reading: 41,200 mi. Check that this one is right.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Work is done' }).click()
  const question = page.getByRole('alertdialog', { name: 'Is 9 mi right?' })
  await expect(question).toContainText('41,200 mi')
  await question.getByRole('button', { name: 'Correct it' }).click()
  await expect(field).toHaveValue('9')
  await page.getByRole('button', { name: 'Work is done' }).click()
  await question.getByRole('button', { name: 'Send 9 mi' }).click()
  await expect(page.getByText('Work completed')).toBeVisible()
  await expect(page.getByText(/Saved on this (phone|device)/)).toHaveCount(0, { timeout: 30_000 })

  await signInDirectly(context, build, user)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(page.getByRole('definition').filter({ hasText: '9 mi' })).toContainText('Check')
})

test('completing the work without services, or with one that lacks something, leads to the error', async ({
  page,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'approved')
  await openLink(page, { path, token })
  await page.getByRole('button', { name: 'Change services or prices' }).click()
  await page.getByRole('button', { name: `Remove Oil change ${fleet.id}` }).click()
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText('Add at least one service, or use the approved prices.')).toBeInViewport()
  const added = page.getByRole('combobox', { name: 'Add a service' })
  await added.fill(`Brake pads ${fleet.id}`)
  await page.getByRole('option', { name: `Brake pads ${fleet.id}` }).click()
  await expect(added).toBeFocused()
  const line = page.getByRole('group', { name: `Brake pads ${fleet.id}`, exact: true })
  await line.getByRole('button', { name: 'Rear' }).click()
  // No one has approved this service (APR-074).
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(line.getByText('Enter a price')).toBeInViewport()
  await expect(line.getByLabel('Price before tax')).toBeFocused()
})

test('free times that could not be loaded are not reported as a wrong day', async ({ page, build, db }) => {
  const { path, token } = await aLink({ build, db })
  await openLink(page, { path, token })
  await page.getByRole('button', { name: 'Another time' }).click()
  const date = page.getByRole('textbox', { name: /^Date/ })
  const fill = async (days: number) => {
    const [year, month, at] = day(days).split('-')
    await date.fill(`${month}/${at}/${year}`)
  }
  const wrongDay = page.getByText('Choose a day within the next 30 days.')
  await fill(60)
  await expect(wrongDay).toBeVisible()
  await page.route('**/schedule?date=*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'X-Wheelbook-Api': '4' },
      json: { code: 'unavailable', errors: ['x'] },
    }),
  )
  await fill(5)
  await expect(page.getByText('The server is not available right now. Try again in a moment.')).toBeVisible()
  await expect(wrongDay).toHaveCount(0)
  await page.unroute('**/schedule?date=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^The server is not available/)).toHaveCount(0)
  await expect(page.getByLabel('Time').or(page.getByText('No free time on this day.'))).toBeVisible()
})

test('dismissing what was typed for a canceled order asks first, and then deletes its files from the device', async ({
  page,
  context,
  build,
  db,
}) => {
  const { order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'approved')
  await openLink(page, { path, token })
  await page.getByLabel('Odometer').fill('41900')
  await page.getByLabel('Invoice number').fill('Q-1')
  await page
    .getByRole('region', { name: 'Complete the work' })
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: aPdf('bill') })
  await expect(page.getByRole('button', { name: 'Remove bill.pdf' })).toBeVisible()
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await setStatus(db, order, 'cancel')
  await context.setOffline(false)
  await expect(page.getByText('This order was canceled')).toBeVisible({ timeout: 30_000 })
  const entry = (title: string) => page.getByRole('alert').filter({ hasText: title })
  const completion = entry('The work was not marked as completed')
  const dialog = page.getByRole('alertdialog', { name: 'Delete this entry?' })
  await completion.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toContainText('Odometer: 41,900')
  await expect(dialog).toContainText('Invoice number: Q-1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(completion).toBeVisible()
  await completion.getByRole('button', { name: 'Dismiss' }).click()
  await dialog.getByRole('button', { name: 'Delete the entry' }).click()
  await expect(completion).toHaveCount(0)
  await entry('The invoice was not accepted').getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toContainText('bill.pdf')
  await dialog.getByRole('button', { name: 'Delete the entry' }).click()
  await expect(entry('The invoice was not accepted')).toHaveCount(0)
  const filesIn = (name: string) =>
    page.evaluate(
      (database) =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open(database)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const counting = opening.result.transaction('files').objectStore('files').count()
            counting.onsuccess = () => resolve(counting.result)
          }
        }),
      name,
    )
  await expect.poll(() => filesIn(`wheelbook-shop-outbox:${order.id}`)).toBe(0)
})

test('what is typed while an estimate is being stored stays in the form', async ({ page, build, db }) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  await openLink(page, { path, token })
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await line.getByLabel('Price before tax').fill('91')
  const release = await holdStorage(page, order)
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await line.getByLabel('Price before tax').fill('95')
  await release()
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible()
  const prices = () =>
    db.query(sql`select price from order_services where order_id = ${order.id} and price in (91, 95)`)
  expect(await prices()).toEqual([{ price: '91.00' }])
  await page.reload()
  await expect(line.getByLabel('Price before tax')).toHaveValue(/^95/)
  await page.getByRole('button', { name: 'Send the corrected estimate' }).click()
  await expect.poll(prices).toEqual([{ price: '95.00' }])
})

test('a typed estimate does not replace one that another device sent in the meantime (APR-072)', async ({
  page,
  browser,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  const priceOn = (device: Page) =>
    device.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true }).getByLabel('Price before tax')
  await openLink(page, { path, token })
  await priceOn(page).fill('91')
  const other = await (await browser.newContext(PHONE)).newPage()
  await openLink(other, { path, token })
  await priceOn(other).fill('70')
  await other.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(other.getByText('Your estimate was sent to the fleet')).toBeVisible()
  await other.context().close()
  // The page receives the other estimate before its own is sent.
  await page.reload()
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible()
  await expect(priceOn(page)).toHaveValue('91')
  const send = page.getByRole('button', { name: 'Send the corrected estimate' })
  await send.click()
  await expect(page.getByText('The estimate was not accepted')).toBeVisible()
  const price = () => db.query(sql`select price from order_services where order_id = ${order.id}`)
  expect(await price()).toEqual([{ price: '70.00' }])
  // The shop sees both, and may replace the other one.
  const theirs = page.getByRole('region', { name: 'Estimate that the fleet received' })
  await expect(theirs.getByRole('listitem')).toHaveText(`Oil change ${fleet.id}$70.00`)
  await expect(priceOn(page)).toHaveValue('91')
  await expectAccessible(page)
  await send.click()
  await expect(theirs).toBeHidden()
  await expect.poll(price).toEqual([{ price: '91.00' }])
})

/** Keeps the outbox of an order from being written, like slow storage. @returns a function that releases it */
async function holdStorage(page: Page, order: { id: number }): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(async (id) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(`wheelbook-shop-outbox:${id}`)
      opening.onsuccess = () => resolve(opening.result)
    })
    const state = { isHeld: true }
    const store = db.transaction([...db.objectStoreNames], 'readwrite').objectStore('meta')
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve()
        if (state.isHeld) store.get('').onsuccess = hold
        else db.close()
      }
      store.get('').onsuccess = hold
    })
    return state
  }, order.id)
  return () =>
    held.evaluate((state) => {
      state.isHeld = false
    })
}

test('typed text stays when the browser clears its storage while the page is open', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  await openLink(page, { path, token })
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await line.getByLabel('Price before tax').fill('91')
  const photo = { mimeType: 'image/jpeg', buffer: await aJpeg() }
  const input = line.locator('input[type=file]').last()
  await input.setInputFiles({ ...photo, name: 'oil.jpg' })
  await expect(line.getByRole('button', { name: 'Remove oil.jpg' })).toBeVisible()
  await goOffline(page, context)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes: 'indexeddb' })
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/No longer on this device: oil.jpg/)).toBeVisible()
  await expect(line.getByLabel('Price before tax')).toHaveValue('91')
  await expectAccessible(page)
  await line.getByRole('button', { name: 'Remove oil.jpg' }).click()
  await input.setInputFiles({ ...photo, name: 'again.jpg' })
  await expect(line.getByRole('button', { name: 'Remove again.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(
      () =>
        db.query(
          sql`select file_name, state from documents where order_id = ${order.id} and deleted_at is null`,
        ),
      { timeout: 30_000 },
    )
    .toEqual([{ file_name: 'again.jpg', state: 'stored' }])
})
