import { sql } from '#server/db/sql.ts'
import { aJpeg } from '#tests/support/files.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { fillMaintenance, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

declare global {
  interface Window {
    isStorageGone?: boolean
  }
}

test('permanently lost storage closes no screen, and waiting entries can be exported (row 13)', async ({
  page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 14' })
  await build.service({ name: 'Idler pulley' })
  // Dexie binds the method when it opens.
  await context.addInitScript(() => {
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...wish) {
      if (window.isStorageGone) throw new DOMException('The connection is gone', 'InvalidStateError')
      return begin.apply(this, wish)
    }
  })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Idler pulley', odometer: '43210' })
  await page.evaluate(() => {
    window.isStorageGone = true
  })
  const banner = page.getByRole('alert').filter({ hasText: 'This device no longer saves what you enter' })
  // The app checks storage each time the page becomes visible.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(banner).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(banner.getByRole('button', { name: 'Save a copy of everything' })).toBeVisible()
  await expect(page.getByText('Entries are saved on this device')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})

test('an open form stays with its text and photo when the browser clears its storage, and is saved', async ({
  page,
  context,
  build,
  db,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 9', odometer: 41_200 })
  await build.service({ name: 'Storage lost check' })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: 'Storage lost check' })
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() })
  await expect(page.getByText('front.jpg', { exact: true })).toBeVisible()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes: 'indexeddb' })
  // The app notices within two seconds that its local data are gone.
  await page.waitForTimeout(3000)
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('42100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(
      () =>
        db.query(sql`
          select h.odometer, d.state from manual_maintenance_histories h
          join documents d on d.history_id = h.id where h.vehicle_id = ${vehicle.id}`),
      { timeout: 20_000 },
    )
    .toEqual([{ odometer: 42_100, state: 'stored' }])
})
