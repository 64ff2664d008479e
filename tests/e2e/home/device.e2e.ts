// What the app reports about this device, and about other users' devices (docs/offline.md row 10).
import { sql } from '#server/db/sql.ts'
import { postAs } from '../support/api-as.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { chip, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

const aHeartbeat = (given: Record<string, unknown> = {}) => ({
  device_id: crypto.randomUUID(),
  pending: 3,
  oldest_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  stuck: 1,
  app_version: '1.2.0',
  persisted: false,
  installed: true,
  ...given,
})

/** Creates a service with a unique name, also across retries. */
async function aService(build: { service(given: { name: string }): Promise<unknown> }) {
  const service = `Inspection ${crypto.randomUUID().slice(0, 8)}`
  await build.service({ name: service })
  return { service }
}

test('the dashboard shows managers, but not drivers, whose entries wait on other devices', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  test.slow()
  const fleet = { id: owner.fleetId }
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Dana' })
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  const panel = page.getByRole('region', { name: 'Needs you today' })
  await expect(panel).toContainText('Nothing needs you today')

  await postAs(build, driver, '/clients/heartbeat', aHeartbeat())
  await page.reload()
  await expect(panel).toContainText('Devices have unsent entries')
  await panel.getByRole('link', { name: /^Show 1 device/ }).click()
  await expect(page).toHaveURL(/\/unsent_work$/)
  const device = page.getByRole('listitem').filter({ hasText: 'Dana' })
  await expect(device).toContainText('3 entries waiting')
  await expect(device).toContainText('2 days ago')
  await expect(device).toContainText('storage not protected')
  await expectAccessible(page)

  await context.clearCookies()
  await signInDirectly(context, build, driver)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  await expect(panel).toContainText('Nothing needs you today')
})

test('the preferences show what the app stores on this device, and can remove documents', async ({
  signedInPage: page,
}) => {
  // USR-057, BRD-063
  test.slow()
  await untilReadyForOffline(page)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('link', { name: 'Preferences' }).click()
  await expect(page).toHaveURL(/\/user_preferences$/)
  const storage = page.getByRole('region', { name: 'On this device' })
  await expect(storage).toContainText(/[\d.]+ [kM]B of [\d.,]+ [MG]B used/)
  await expect(storage).toContainText('0 entries')
  await expect(page.getByRole('region', { name: 'The app' })).toContainText('Version')
  await expectAccessible(page)
})

test('after a day of waiting in a browser that may delete it, the app explains the risk and what to do', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 71' })
  const { service } = await aService(build)
  await context.addInitScript(() => {
    navigator.storage.persisted = async () => false
    navigator.storage.persist = async () => false
  })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service })
  const warning = page.getByRole('status').filter({ hasText: '1 entry still waits here' })
  await expect(warning).toHaveCount(0)
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000)
  await page.goto(`${origin()}/dashboard`)
  await expect(warning).toContainText('may delete its data')
  await expect(warning.getByRole('button', { name: 'Send now' })).toHaveAttribute('aria-disabled', 'true')
  expect(await page.evaluate(() => localStorage.getItem('storage_answer'))).toContain('"granted":false')
  await warning.getByRole('button', { name: 'Later' }).click()
  await expect(warning).toHaveCount(0)
})

for (const storageTypes of ['indexeddb', 'indexeddb,local_storage,service_workers,cache_storage']) {
  test(`if the browser removed ${storageTypes}, the app reports the lost entries, here and to the manager`, async ({
    signedInPage: page,
    context,
    db,
    build,
    owner,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 72' })
    const { service } = await aService(build)
    await untilReadyForOffline(page)
    await context.setOffline(true)
    await recordMaintenance(page, { vehicle, service })
    await expect(chip(page, /1 waiting/)).toBeVisible()
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes })
    await context.setOffline(false)
    await page.goto(`${origin()}/dashboard`)
    await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'Entries were removed from this device: 1 entry' })
    await expect(notice).toBeVisible()
    await expect
      .poll(
        () => db.query(sql`select lost from client_heartbeats where user_id = ${owner.id} and lost > 0`),
        { timeout: 20_000 },
      )
      .toEqual([{ lost: 1 }])
    await page.reload()
    await notice.getByRole('button', { name: 'I understand' }).click()
    await expect(notice).toHaveCount(0)
    await page.goto(`${origin()}/unsent_work`)
    await expect(
      page.getByRole('listitem').filter({ hasText: /1 (entry|file).* removed by the browser/ }),
    ).toBeVisible()
  })
}
