// The shop's side (ruling 15), on a phone in a bay: no account, no app shell, and a poor connection.
import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newToken } from '#server/modules/access/session/tokens.ts'
import { day } from '#tests/support/entries.ts'
import { aJpeg, aPdf } from '#tests/support/files.ts'
import { LAST_8 } from '#tests/support/shop-links.ts'
import { watchWorker } from '../../offline/harness/fixtures.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { goOffline, openLoaded, PHONE } from '../support/screens.ts'
import { aLink, openLink, setStatus } from '../support/shop-link.ts'

const statusOf = async (db: Database, order: { id: number }) =>
  (await db.query<{ status: string }>(sql`select status from shop_orders where id = ${order.id}`))[0]?.status

const isWorkday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay())

test.use(PHONE)

test('the fleet proposes another time on the order’s page, and the shop accepts it (ruling 15)', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { user, order, path, token } = await aLink({ build, db })
  await db.query(sql`update fleets set pays_through_platform = true where id = ${user.fleetId}`)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const appointment = page.getByRole('region', { name: 'Appointment time' })
  await appointment.getByRole('button', { name: 'Propose another time' }).click()
  await appointment.getByRole('button', { name: 'Send to the shop' }).click()
  await expect(appointment.getByText('Choose a time.')).toBeVisible()
  await appointment.getByRole('group', { name: 'Next openings' }).getByRole('button').last().click()
  await expectAccessible(page)
  await appointment.getByRole('button', { name: 'Send to the shop' }).click()
  await expect(appointment.getByText('Waiting for the shop’s answer')).toBeVisible()
  await expect(appointment.getByRole('button', { name: 'Propose a different time' })).toBeFocused()

  const shop = await context.newPage()
  await openLink(shop, { path, token })
  const proposal = shop.getByRole('region', { name: 'The fleet proposes another time' })
  await expect(proposal).toBeVisible()
  await expectAccessible(shop)
  await proposal.getByRole('button', { name: 'Accept the new time' }).click()
  await expect(shop.getByText('Appointment confirmed')).toBeVisible()
  await expect(proposal).toHaveCount(0)
  await expect.poll(() => statusOf(db, order)).toBe('active')

  await page.reload()
  await expect(page.getByText('Proposed time accepted by the shop')).toBeVisible()
  await expect(appointment.getByText('Waiting for the shop’s answer')).toHaveCount(0)

  // The shop moves it. The times are those of the day chosen last, although the other day is answered later.
  const [other = '', last = ''] = [8, 9, 10, 11].map((days) => day(days)).filter(isWorkday)
  const otherIsHeld = Promise.withResolvers<void>()
  await shop.route(`**/schedule?date=${other}`, async (route) => {
    await otherIsHeld.promise
    await route.continue()
  })
  await shop.getByRole('button', { name: 'Another time' }).click()
  const date = shop.getByRole('textbox', { name: /^Date/ })
  await date.fill(other)
  await date.fill(last)
  const time = shop.getByRole('combobox', { name: /^Time/ })
  await expect(time).toBeVisible()
  const answered = shop.waitForResponse(`**/schedule?date=${other}`)
  otherIsHeld.resolve()
  await (await answered).finished()
  await time.selectOption({ index: 1 })
  // Leaving the date keeps the chosen time.
  await date.focus()
  await shop.getByRole('button', { name: 'Confirm at this time' }).focus()
  await shop.getByRole('button', { name: 'Confirm at this time' }).click()
  await expect
    .poll(() =>
      db.query(sql`
        select to_char(appointment_datetime at time zone 'America/New_York', 'YYYY-MM-DD') as day
        from shop_orders where id = ${order.id}`),
    )
    .toEqual([{ day: last }])
})

test('from the link to the invoice, with the estimate and its photo entered offline', async ({
  page,
  context,
  build,
  db,
}) => {
  test.setTimeout(150_000)
  const { fleet, order, path, token } = await aLink({ build, db })
  await page.goto(`${origin()}${path}#${token}`)
  const vin = page.getByLabel('Last 8 characters of the VIN')
  await vin.fill('WRONG000')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('These are not the last 8 characters of the VIN')).toBeVisible()
  await vin.fill(LAST_8.toLowerCase())
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '2022 Ford Transit' })).toBeVisible()
  // The secret has left the address bar.
  await expect(page).toHaveURL(`${origin()}${path}`)
  await expect(page.getByText('Appointment requested')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm the appointment' }).click()
  await expect(page.getByText('Appointment confirmed')).toBeVisible()
  await expect.poll(() => statusOf(db, order)).toBe('active')

  await goOffline(page, context)
  await page.reload()
  // The services were loaded while online.
  await page.getByRole('combobox', { name: 'Add a service' }).fill(`Brake pads ${fleet.id}`)
  await page.getByRole('option', { name: `Brake pads ${fleet.id}` }).click()
  const pads = page.getByRole('group', { name: `Brake pads ${fleet.id}`, exact: true })
  await pads.getByRole('button', { name: 'Front' }).click()
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(pads.getByText('Enter a price')).toBeVisible()
  await pads.getByLabel('Price before tax').fill('120.50')
  await pads
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'pads.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() })
  // Typed while the photo is being resized.
  await pads.getByLabel('Note for the fleet').fill('Two millimetres left')
  await expect(pads.getByText('pads.jpg')).toBeVisible()
  // Its name appears during the preparation too.
  await expect(pads.getByText('Preparing')).toHaveCount(0)
  await expect(pads.getByLabel('Note for the fleet')).toHaveValue('Two millimetres left')
  // A crash of the phone loses nothing.
  await page.reload()
  await expect(pads.getByLabel('Price before tax')).toHaveValue('120.50')
  await expect(pads.getByText('pads.jpg')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  expect(await statusOf(db, order)).toBe('active')

  await context.setOffline(false)
  await expect(page.getByText(/Saved on this (phone|device)/)).toHaveCount(0, { timeout: 40_000 })
  expect(await statusOf(db, order)).toBe('awaiting_approval')
  const [estimates] = await db.query<{ count: number; total: string }>(sql`
    select count(*)::int as count, max(total)::text as total from shop_order_activity_items
    where order_id = ${order.id} and activity_type = 'estimate'`)
  // 200.50 and Ohio's 5.75 percent.
  expect(estimates).toEqual({ count: 1, total: '212.03' })
  const files = () =>
    db.query(
      sql`select state, order_service_id is not null as is_photo from documents where order_id = ${order.id}`,
    )
  await expect.poll(files).toEqual([{ state: 'stored', is_photo: true }])

  // An implausible correction of a price asks for confirmation before it is sent.
  await pads.getByLabel('Price before tax').fill('1205')
  await page.getByRole('button', { name: 'Send the corrected estimate' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Check the new total' })).toContainText('$200.50')
  await page.getByRole('button', { name: 'Check the prices' }).click()
  await expect(pads.getByLabel('Price before tax')).toHaveValue('1205')
  expect((await files()).length).toBe(1)
  await pads.getByLabel('Price before tax').fill('120.50')

  await setStatus(db, order, 'approved')
  await page.reload()
  await expect(page.getByText('You can begin the work.')).toBeVisible()
  await page.getByLabel('Odometer').fill('41350')
  await page.getByLabel('Invoice number').fill('Q-77')
  await page
    .getByRole('region', { name: 'Complete the work' })
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: aPdf('bill') })
  await expect(page.getByText('bill.pdf')).toBeVisible()
  await expect(page.getByText('Preparing')).toHaveCount(0)
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText('Work completed')).toBeVisible()
  await expect(page.getByText(/Saved on this (phone|device)/)).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(async () => (await files()).length).toBe(2)
  await expect
    .poll(async () => (await files()).every((file) => (file as { state: string }).state === 'stored'))
    .toBe(true)
  await page.getByRole('button', { name: /^FR/ }).click()
  await expect(page.getByText('Travaux terminés')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('an estimate whose responses are lost, on a page that is closed meanwhile, arrives once with its photo', async ({
  page: first,
  context,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  const heard: string[] = []
  const uploads = new RegExp(`/shop_links/${order.id}/(estimate|documents)`)
  // The server handles each request, but its first two responses are lost.
  await context.route(uploads, async (route) => {
    const key = route.request().headers()['idempotency-key'] ?? ''
    const apiResponse = await route.fetch()
    heard.push(key)
    if (heard.filter((heardKey) => heardKey === key).length <= 2) await route.abort('connectionreset')
    else await route.fulfill({ response: apiResponse })
  })
  await openLink(first, { path, token })
  await first.getByRole('button', { name: 'Confirm the appointment' }).click()
  const lineOf = (page: Page) => page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await lineOf(first).getByLabel('Price before tax').fill('90')
  const photoIsHeld = Promise.withResolvers<void>()
  const photoIsPrepared = Promise.withResolvers<void>()
  await first.route('**/assets/encode-photo.worker-*.js', async (route) => {
    photoIsPrepared.resolve()
    await photoIsHeld.promise
    await route.continue()
  })
  await lineOf(first)
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'oil.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() })
  await photoIsPrepared.promise
  await expect(lineOf(first).getByText('Preparing oil.jpg')).toBeVisible()
  // The photo gets ready while the button is held, and must not move it away from the pointer.
  await first.getByRole('button', { name: 'Send the estimate' }).hover()
  await first.mouse.down()
  photoIsHeld.resolve()
  await expect(lineOf(first).getByRole('button', { name: 'Remove oil.jpg' })).toBeVisible()
  await first.mouse.up()
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  await first.close()

  const page = await context.newPage()
  await page.goto(`${origin()}${path}`)
  await expect(page.getByText('Your estimate was sent to the fleet')).toBeVisible()
  await expect(page.getByText(/Saved on this (phone|device)/)).toHaveCount(0, { timeout: 60_000 })
  // Two entries were sent, three times each under one key.
  expect(new Set(heard).size).toBe(2)
  expect(heard).toHaveLength(6)
  const [made] = await db.query(sql`
    select (select count(*)::int from shop_order_activity_items
        where order_id = ${order.id} and activity_type = 'estimate') as estimates,
      (select count(*)::int from documents where order_id = ${order.id} and state = 'stored') as photos`)
  expect(made).toEqual({ estimates: 1, photos: 1 })
})

test('an estimate entered offline on a page that is then closed arrives by the service worker', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await openLink(page, { path, token })
  await page.getByRole('button', { name: 'Confirm the appointment' }).click()
  await expect.poll(() => statusOf(db, order)).toBe('active')
  await goOffline(page, context)
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await line.getByLabel('Price before tax').fill('90')
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await page.close()

  await context.setOffline(false)
  const worker = await watchWorker(context, { origin: origin() }, '/manifest.webmanifest')
  await worker.sync()
  await expect.poll(() => statusOf(db, order), { timeout: 20_000 }).toBe('awaiting_approval')
})

test('a second tab has a separate form, and a final bill above the approved one returns to the fleet with the typed text', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, order, pads, path, token } = await aLink({ build, db })
  await setStatus(db, order, 'active')
  await openLink(page, { path, token })
  const priceIn = (tab: Page) =>
    tab.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true }).getByLabel('Price before tax')
  await priceIn(page).fill('91')
  const second = await context.newPage()
  await second.goto(`${origin()}${path}`)
  await expect(second.getByText('Open in another tab')).toBeVisible()
  await expect(priceIn(second)).toHaveValue('80.00')
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(second.getByText('Saved in the other tab')).toBeVisible()
  // Nothing was typed there, so it shows what was sent.
  await expect(priceIn(second)).toHaveValue(/^91/)
  await second.close()
  await expect.poll(() => statusOf(db, order)).toBe('awaiting_approval')

  await db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, position, status, price, total)
    values (${fleet.id}, ${order.id}, ${pads.id}, 'Brake pads', 'rear', 'rejected', 99, 99)`)
  await setStatus(db, order, 'approved')
  await page.reload()
  const rejected = page.getByRole('region', { name: 'Rejected by the fleet' })
  await expect(rejected.getByRole('listitem')).toHaveText(`Brake pads ${fleet.id} (Rear)`)
  await expect(page.getByText('$99.00')).toBeHidden()
  await page.getByLabel('Invoice number').fill('Q-78')
  await page.getByRole('button', { name: 'Change services or prices' }).click()
  await priceIn(page).fill('120')
  await expect(page.getByText('Changed: the approved price was $91.00')).toBeVisible()
  await expect(page.getByText('The fleet must approve this again')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Your final bill was sent to the fleet')).toBeVisible()
  await expect.poll(() => statusOf(db, order)).toBe('awaiting_approval')

  await setStatus(db, order, 'approved')
  await page.reload()
  await expect(page.getByLabel('Invoice number')).toHaveValue('Q-78')
  await page.getByRole('button', { name: 'Work is done' }).click()
  await expect(page.getByText('Work completed')).toBeVisible()
  const [done] = await db.query(
    sql`select status, pre_tax_sub_total::text as total, invoice_number from shop_orders where id = ${order.id}`,
  )
  await expect.poll(() => statusOf(db, order)).not.toBe('approved')
  expect(done).toMatchObject({ total: '120.00' })
})

test('treats a double tap as one, and can still decline a confirmed appointment', async ({
  page,
  build,
  db,
}) => {
  const { order, path, token } = await aLink({ build, db })
  await openLink(page, { path, token })
  // Both before the page has responded to the first.
  await page.getByRole('button', { name: 'Confirm the appointment' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('Enter your estimate once you have seen the vehicle.')).toBeVisible()
  await expect.poll(() => statusOf(db, order)).toBe('active')
  await expect(page.getByText('The appointment was not confirmed')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Another time' })).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Reason').fill('Nobody came')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('This order was canceled')).toBeVisible()
  await expect.poll(() => statusOf(db, order)).toBe('cancel')
})

test('declines an appointment with a reason', async ({ page, build, db }) => {
  const { order, path, token } = await aLink({ build, db })
  await openLink(page, { path, token })
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Reason').fill('The lift is broken')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('This order was canceled')).toBeVisible()
  await expect.poll(() => statusOf(db, order)).toBe('cancel')
})

test('explains why a link does not work: unknown, ended by the fleet, expired, opened on another device', async ({
  page,
  build,
  db,
}) => {
  const { order, path, token } = await aLink({ build, db })
  const open = async (hash: string) => {
    // A change of the fragment alone would not reload the page.
    await page.goto('about:blank')
    await page.goto(`${origin()}${path}${hash}`)
  }
  await open('')
  await expect(page.getByRole('heading', { level: 1, name: 'Open your link again' })).toBeVisible()
  await open(`#${newToken()}`)
  await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('This link does not work. Ask the fleet for a new one.')).toBeVisible()
  await open(`#${token}`)
  await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('button', { name: 'Confirm the appointment' })).toBeVisible()
  await db.query(sql`update shop_links set revoked_at = now() where order_id = ${order.id}`)
  await page.reload()
  await expect(
    page.getByText('The fleet replaced or ended this link. Ask the fleet for a new one.'),
  ).toBeVisible()
  const response = await page.request.get(`${origin()}${path}`)
  expect(response.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
})

test('says why it cannot be used in a browser that stores nothing', async ({ page, build, db }) => {
  const { path, token } = await aLink({ build, db })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Site data are blocked', 'SecurityError')
    }
  })
  await page.goto(`${origin()}${path}#${token}`)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(heading('This browser does not store anything')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^FR/ }).click()
  await expect(heading('Ce navigateur n’enregistre rien')).toBeVisible()
})

test('the fleet shows a link once as a QR code, sees that it was opened, and ends it', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, order, path } = await aLink({ build, db })
  await signInDirectly(context, build, user)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const panel = page.getByRole('region', { name: 'Link for the shop' })
  await panel.getByRole('button', { name: 'Show a link' }).click()
  await expect(panel.getByRole('img', { name: 'Link of the shop as a QR code' })).toBeVisible()
  const [address = ''] = /http\S+#[\w-]+/.exec((await panel.textContent()) ?? '') ?? []
  expect(address).toContain(path)
  await expectAccessible(page)
  const [, token = ''] = address.split('#')
  const data = { token: token.slice(0, 43), vin_last_8: LAST_8 }
  const opened = await page.request.post(`${origin()}/api/v4/shop_links/${order.id}/unlock`, {
    data,
    headers: { 'app-name': 'wheelbook' },
  })
  expect(opened.status()).toBe(200)
  await page.reload()
  await expect(panel.getByText(/opened \d/)).toBeVisible()
  await expect(panel.getByRole('img')).toHaveCount(0)
  // A link that replaces a copied one is not copied yet. If the browser refuses to copy, its address is selected.
  await context.grantPermissions(['clipboard-write'])
  await panel.getByRole('button', { name: 'Show a link' }).click()
  await panel.getByRole('button', { name: 'Copy the link' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  await panel.getByRole('button', { name: 'Replace all links' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace all links' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toHaveCount(0)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await panel.getByRole('button', { name: 'Copy the link' }).click()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain(path)
  await panel.getByRole('button', { name: 'End all links' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all links' }).click()
  await expect(panel.getByRole('button', { name: 'End all links' })).toHaveCount(0)
})

test('on paper the shop’s page is black on white in the dark scheme too (BRD-081)', async ({
  page,
  build,
  db,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openLink(page, await aLink({ build, db }))
  await expect(page.getByRole('button', { name: 'Confirm the appointment' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const backgrounds = await page.getByRole('main').evaluate((main) => {
    const colors: string[] = []
    for (let box = main.parentElement; box; box = box.parentElement)
      colors.push(getComputedStyle(box).backgroundColor)
    return colors
  })
  expect(new Set(backgrounds)).toEqual(new Set(['rgb(255, 255, 255)']))
})
