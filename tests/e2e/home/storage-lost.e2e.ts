import { enterAs, expect, test } from '../support/fixtures.ts'
import { recordMaintenance, untilReadyForOffline } from '../support/record.ts'

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
  await enterAs(context, build, owner)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Idler pulley', odometer: '43210' })
  await page.evaluate(() => {
    window.isStorageGone = true
  })
  const banner = page.getByRole('alert').filter({ hasText: 'This device has stopped keeping what you enter' })
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
