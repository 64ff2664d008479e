// The core flow in different browsers and connections: over https, without background sync, without storage.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { aPdf, sha256Of } from '#tests/support/files.ts'
import { startTlsProxy } from '#tests/support/tls-proxy.ts'
import { expect, origin, signIn, signInDirectly, test } from '../support/fixtures.ts'
import { chip, fillMaintenance, untilReadyForOffline } from '../support/record.ts'

interface Setting {
  name: string
  rows: string
  overHttps: boolean
  prepare(context: BrowserContext): Promise<unknown>
}
const SETTINGS: Setting[] = [
  { name: 'over https', rows: 'OFF-003, OFF-004', overHttps: true, prepare: async () => {} },
  {
    name: 'in a browser without background sync',
    rows: 'row 11',
    overHttps: false,
    prepare: (context) =>
      context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'SyncManager')
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
      }),
  },
]

for (const { name, rows, overHttps, prepare } of SETTINGS) {
  test(`one visit, then no signal: reload, read, write, close, open, and it arrives once with its file, ${name} (${rows})`, async ({
    db,
    build,
    owner,
  }) => {
    test.slow()
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 9', odometer: 41_200 })
    // All tests share one catalog.
    const service = `Bearing ${crypto.randomUUID().slice(0, 8)}`
    await build.service({ name: service })
    const front = overHttps ? await startTlsProxy(Number(process.env.E2E_PORT)) : null
    const at = front?.origin ?? origin()
    const profile = await mkdtemp(join(tmpdir(), 'wheelbook-phone-'))
    const open = async () => {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: findChromium(),
        args: front ? [...CHROMIUM_FLAGS, front.chromiumFlag] : CHROMIUM_FLAGS,
      })
      await prepare(context)
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    }
    const pdf = aPdf('Wheel bearing invoice')
    try {
      let { context, page } = await open()
      await page.goto(`${at}/vehicles`)
      await signIn(page, db, owner)
      await untilReadyForOffline(page, at)
      await context.setOffline(true)
      await page.reload()
      await page.goto(`${at}/vehicles/${vehicle.id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Van 9' })).toBeVisible()
      await fillMaintenance(page, { vehicle, service, at })
      await page
        .locator('input[type=file]:not([capture])')
        .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf })
      await expect(page.getByText('invoice.pdf', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved on this computer – will be sent').first()).toBeVisible()
      await context.close()

      ;({ context, page } = await open())
      await page.goto(`${at}/dashboard`)
      const arrived = () =>
        db.query(sql`
          select d.file_name, d.state, d.sha256 from manual_maintenance_histories h
          join documents d on d.fleet_id = h.fleet_id where h.vehicle_id = ${vehicle.id}`)
      await expect
        .poll(arrived, { timeout: 40_000 })
        .toEqual([{ file_name: 'invoice.pdf', state: 'stored', sha256: sha256Of(pdf) }])
      await expect(chip(page, 'All sent')).toBeVisible()
      await context.close()
    } finally {
      await front?.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

test('a browser that stores nothing reports it before anything is typed, and opens no form (row 14)', async ({
  page,
  context,
  build,
  owner,
}) => {
  await context.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(page.getByText('The app needs the browser’s storage')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})
