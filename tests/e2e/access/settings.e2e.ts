// Settings: which users see which tabs, and which tab opens. All conditions:
// src/features/access/settings/settings-tabs.test.ts.
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

test.use(DESK)

const tabs = (page: Page) => page.getByRole('tab').allTextContents()
const opened = (page: Page) => page.getByRole('tab', { selected: true })

/** Opens the settings as another screen does, with a navigation state. */
async function goWith(page: Page, state: number): Promise<void> {
  await page.evaluate((given) => {
    history.pushState({ state: given }, '', '/settings')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, state)
}

test('SET-005, SET-006, SET-008, SET-009, SET-010: the payments tab appears if the fleet pays through the platform, with more than its fuel card', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  await signInDirectly(context, build, owner)
  const setProviders = (providers: string[], pays: boolean) =>
    db.query(
      sql`update fleets set payment_providers = ${providers}::text[], pays_through_platform = ${pays} where id = ${fleet.id}`,
    )
  const payments = page.getByRole('tab', { name: 'Payments' })
  const general = page.getByRole('tab', { name: 'General' })
  for (const [providers, pays, isShown] of [
    [['WEX'], true, true],
    [['Fleetcor', 'Braintree'], true, true],
    [['Fleetcor'], true, false],
    [['Braintree'], false, false],
    [[], true, false],
  ] as const) {
    await setProviders([...providers], pays)
    const fetched = page.waitForResponse(/\/fleets\/me$/)
    await page.goto(`${origin()}/settings?tab=general`)
    await fetched
    await expect(general).toBeVisible()
    await expect(page.getByRole('heading', { name: 'About the fleet' })).toBeVisible()
    await expect(payments).toHaveCount(isShown ? 1 : 0)
  }
  await setProviders(['Braintree'], true)
  await page.goto(`${origin()}/settings?tab=payments`)
  await expect(opened(page)).toHaveText('Payments')
  await expect(page.getByText('No payment method yet')).toBeVisible()
})

const FLAGS = (on: boolean) => ({ maintenance_schedules: on })

test('the address, the navigation state or the default selects the tab (SET-001)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ flags: FLAGS(true) })
  await signInDirectly(context, build, await build.user(fleet))
  await page.goto(`${origin()}/settings`)
  // SET-013
  await expect(opened(page)).toHaveText('Users')
  // SET-002, SET-003, SET-004
  expect(await tabs(page)).toEqual(['Users', 'Policies', 'Reminders', 'General'])
  // SET-011
  await goWith(page, 2)
  await expect(opened(page)).toHaveText('Reminders')
  // SET-012
  await goWith(page, 1)
  await expect(opened(page)).toHaveText('Policies')
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page).toHaveURL(/\?tab=general$/)
  await expect(page.getByRole('link', { name: /Roles and permissions/ })).toBeVisible()
  await db.query(sql`update fleets set flags = ${FLAGS(false)} where id = ${fleet.id}`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin()}/settings`)
  await goWith(page, 2)
  await expect(opened(page)).toHaveText('Users')
  expect(await tabs(page)).toEqual(['Users', 'Policies', 'General'])
})

test('SET-002, SET-003, SET-007, SET-008, USR-043: a driver has no users, policies or payments tab', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ flags: FLAGS(true) })
  await signInDirectly(context, build, await build.user(fleet, { roles: ['Driver'] }))
  await page.goto(`${origin()}/settings?tab=users`)
  await expect(opened(page)).toHaveText('Reminders')
  expect(await tabs(page)).toEqual(['Reminders', 'General'])
})
