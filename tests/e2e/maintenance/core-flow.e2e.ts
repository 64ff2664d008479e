import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { expect, origin, signIn, test } from '#tests/e2e/support/fixtures.ts'
import { chip, fillMaintenance, untilReadyForOffline } from '#tests/e2e/support/record.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { aJpeg, aPdf, aPng, sha256Of } from '#tests/support/files.ts'

/** A phone whose storage survives closing the app. */
function phone(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
}

const firstPage = async (context: BrowserContext) => context.pages()[0] ?? context.newPage()

interface Stored {
  file_name: string
  state: string
  byte_size: number
  sha256: string
}
const filesOf = (db: Database, fleetId: number) =>
  db.query<Stored>(sql`
    select file_name, state, byte_size, sha256 from documents where fleet_id = ${fleetId} order by file_name`)
const countOf = async (db: Database, fleetId: number) => {
  const [row] = await db.query<{ histories: number; items: number; keys: number }>(sql`
    select (select count(*) from manual_maintenance_histories where fleet_id = ${fleetId}) as histories,
      (select count(*) from glovebox_items where fleet_id = ${fleetId}) as items,
      (select count(*) from idempotency_keys where fleet_id = ${fleetId}) as keys`)
  return row
}

test('maintenance with photos and a document, recorded offline, reaches the server exactly once, after hours and two restarts of the app', async ({
  db,
  build,
}) => {
  test.slow()
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const owner = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', odometer: 41_200 })
  await build.service({ name: 'Oil and filter' })
  const profile = await mkdtemp(join(tmpdir(), 'wheelbook-phone-'))
  const pdf = aPdf('Invoice 4711')
  try {
    // In the yard, online.
    let context = await phone(profile)
    let page = await firstPage(context)
    await page.goto(`${origin()}/vehicles`)
    await signIn(page, db, owner)
    await expect(page.getByText('Van 7', { exact: true })).toBeVisible()
    await untilReadyForOffline(page)

    // Offline, as in a service bay.
    await context.setOffline(true)
    await fillMaintenance(page, { vehicle, service: 'Oil and filter', odometer: '42100' })
    await page
      .getByLabel('Take a photo')
      .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() })
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf })
    await expect(page.getByText('invoice.pdf', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    // OFF-012
    await expect(page.getByText('Saved on this phone – will be sent').first()).toBeVisible()

    await page.goto(`${origin()}/vehicles/${vehicle.id}`)
    await page.getByRole('button', { name: 'Manage documents' }).click()
    const glovebox = page.getByRole('dialog')
    await glovebox.getByRole('button', { name: 'Add: Registration' }).click()
    await glovebox.getByLabel('Document number').fill('REG-2210')
    await glovebox
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: await aPng() })
    await glovebox.getByRole('button', { name: 'Save', exact: true }).click()
    // OFF-014
    await expect(page.getByText('Saved on this phone – will be sent').first()).toBeVisible()
    await glovebox.getByRole('button', { name: 'Close' }).first().click()
    await expect(chip(page, 'Offline, 2 waiting')).toBeVisible() // OFF-042
    expect(await countOf(db, fleet.id)).toEqual({ histories: 0, items: 0, keys: 0 })
    await context.close()

    // Later, still offline: everything is still there.
    context = await phone(profile)
    await context.setOffline(true)
    page = await firstPage(context)
    await page.goto(`${origin()}/vehicles/${vehicle.id}`)
    // OFF-003, OFF-004, OFF-007
    await expect(page.getByRole('heading', { level: 1, name: 'Van 7' })).toBeVisible()
    await page.goto(`${origin()}/services`)
    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(page.getByText('Oil and filter').first()).toBeVisible() // OFF-019
    await context.close()

    // Online again: sending needs no user action (OFF-015, OFF-016).
    context = await phone(profile)
    page = await firstPage(context)
    await page.goto(`${origin()}/dashboard`)
    await expect
      .poll(() => countOf(db, fleet.id), { timeout: 40_000 })
      .toEqual({ histories: 1, items: 1, keys: 5 })
    await expect(chip(page, 'All sent')).toBeVisible() // OFF-018
    const files = await filesOf(db, fleet.id)
    expect(files.map(({ file_name, state }) => `${file_name} ${state}`)).toEqual([
      'card.png stored',
      'invoice.pdf stored',
      expect.stringMatching(/^photo-\d{8}-\d{6}\.jpg stored$/),
    ])
    // OFF-013
    expect(files[1]).toMatchObject({ byte_size: pdf.length, sha256: sha256Of(pdf) })

    // Restarted once more: nothing is sent twice (OFF-018).
    const writes: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST' || request.method() === 'PUT') writes.push(request.url())
    })
    await context.setOffline(true)
    await page.waitForTimeout(500)
    await context.setOffline(false)
    await page.reload()
    await expect(chip(page, 'All sent')).toBeVisible()
    await page.waitForTimeout(2000)
    expect(writes.filter((url) => /histories|glovebox|documents/.test(url))).toEqual([])
    expect(await countOf(db, fleet.id)).toEqual({ histories: 1, items: 1, keys: 5 })
    await context.close()
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
