// Settings: which tabs there are for whom (SET-001 to SET-013). The whole table, and which tab opens:
// src/features/access/settings/settings-tabs.test.ts.
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { enterAs, expect, origin, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

test.use(DESK)

const opened = (page: Page) => page.getByRole('tab', { selected: true })

test('SET-005 to SET-010: payments show where the fleet pays through the platform, by more than its fuel card', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  await enterAs(context, build, owner)
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
    const asked = page.waitForResponse(/\/fleets\/me$/)
    await page.goto(`${origin()}/settings?tab=general`)
    await asked
    await expect(general).toBeVisible()
    await expect(page.getByRole('heading', { name: 'About the fleet' })).toBeVisible()
    await expect(payments).toHaveCount(isShown ? 1 : 0)
  }
  await setProviders(['Braintree'], true)
  await page.goto(`${origin()}/settings?tab=payments`)
  await expect(opened(page)).toHaveText('Payments')
  await expect(page.getByText('Nothing is stored for this fleet.')).toBeVisible()
})
