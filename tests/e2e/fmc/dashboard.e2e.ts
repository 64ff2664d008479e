import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'

type World = Parameters<Parameters<typeof test>[2]>[0]

/** A company with 60 fleets besides its own, ten of them in the East. */
async function aCompany({ build, db }: Pick<World, 'build' | 'db'>) {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Aaa Motor pool' })
  await db.query(sql`
    insert into fleets (name, country, brand, time_zone, affiliation_id, region, rep)
    select 'Fleet ' || lpad(n::text, 2, '0'), 'US', 'wheelbook', 'America/New_York', ${affiliationId},
      case when n % 6 = 0 then 'East' else 'West' end, case when n % 2 = 0 then 'Kim' else 'Lee' end
    from generate_series(1, 60) n`)
  const [first] = await db.query<{ id: number }>(
    sql`select id from fleets where affiliation_id = ${affiliationId} and name = 'Fleet 01'`,
  )
  const customer = { id: first?.id ?? 0 }
  await build.vehicle(customer, { name: 'Van 1' })
  await build.user(customer)
  return { user: await build.user(home, { roles: ['FMC'], affiliationId }), home, customer, affiliationId }
}
const rows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Fleets' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

test.describe('on a desktop', () => {
  test.use(DESK)

  test('fleets are counted, searched, filtered by the URL and sorted, and scrolling loads 50 more', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user } = await aCompany({ build, db })
    await signInDirectly(context, build, user)
    const calls = requestsTo(context, /api\/v6\/fleets/)
    await page.goto(`${origin()}/fmc_dashboard`)
    const main = page.getByRole('main')
    // FMC-008, FMC-009
    await expect(main).toContainText('Total fleets61')
    await expect(main).toContainText('Total vehicles1')
    await expect(main).toContainText('61 fleets') // FMC-010
    // FMC-013
    await expect(page.getByRole('link', { name: 'New fleet' })).toHaveAttribute('href', '/fleets/new')
    // FMC-011, FMC-012
    for (const name of [
      'Name',
      'Region',
      'Rep',
      'Active',
      'Users',
      'Vehicles',
      'Transactions',
      'Average ticket',
    ])
      await expect(page.getByRole('columnheader', { name: RegExp(`^${name}`) })).toBeVisible()
    await expectAccessible(page)
    // The figures fit a small window, which names the columns that it hides.
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByText(/columns do not fit this window: .*Address/)).toBeVisible()
    await expect(page.locator('.MuiDataGrid-scrollbar--horizontal')).toHaveCount(0)
    await page.setViewportSize(DESK.viewport)
    // FMC-021, FMC-022
    await expect(rows(page).first()).toContainText('Aaa Motor pool')
    await expect(page.getByRole('grid', { name: 'Fleets' })).toHaveAttribute('aria-rowcount', '51')
    await rows(page).first().hover()
    await page.mouse.wheel(0, 3000)
    await expect(page.getByRole('grid', { name: 'Fleets' })).toHaveAttribute('aria-rowcount', '62')
    // FMC-018, FMC-019, FMC-020
    calls.length = 0
    await page.getByRole('searchbox', { name: 'Search fleets' }).fill('fl')
    await expect(page.getByRole('alert')).toContainText('Enter at least 3 characters')
    expect(calls).toEqual([])
    await page.getByRole('searchbox', { name: 'Search fleets' }).fill('fleet 07')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search fleets' }).fill('no such fleet')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await expect(main).toContainText('61 fleets')
    // FMC-016, FMC-017
    await page.goto(`${origin()}/fmc_dashboard?region=East&color=red`)
    await expect(main).toContainText('10 fleets')
    await page.getByRole('searchbox', { name: 'Rep' }).fill('lee')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Rep' }).fill('kim')
    await expect(main).toContainText('10 fleets')
    await page.getByRole('columnheader', { name: 'Name' }).click()
    await expect(rows(page).first()).toContainText('Fleet 60')
    await page.reload()
    await expect(rows(page).first()).toContainText('Fleet 60')
    // FMC-015: the file contains what is shown, and nothing else.
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(11)
    expect(lines[1]).toContain('Fleet 60')
  })

  test('a row links to its orders, transactions, vehicles and the fleet itself; only the role FMC adds fleets', async ({
    page,
    context,
    build,
    db,
  }) => {
    // FMC-007, FMC-013, FMC-014
    const { home, customer, affiliationId } = await aCompany({ build, db })
    const user = await build.user(home, { roles: ['FMC Fleet Manager'], affiliationId })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_dashboard?q=fleet+01`)
    await expect(page.getByRole('link', { name: 'Active orders of Fleet 01' })).toHaveAttribute(
      'href',
      `/fmc_activeorders?fleet=${customer.id}`,
    )
    await expect(page.getByRole('link', { name: 'Transactions of Fleet 01' })).toHaveAttribute(
      'href',
      `/fmc_transactions?fleet=${customer.id}`,
    )
    await expect(page.getByRole('link', { name: 'New fleet' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Edit fleet Fleet 01' })).toHaveCount(0)
    // Numbers link only to lists of exactly what they count: users and spend have none.
    const cells = rows(page).first().locator('[data-field="users"], [data-field="total_spend"]')
    await expect(cells).toHaveText(['1', '$0.00'])
    await expect(cells.locator('a, button')).toHaveCount(0)
    await page.getByRole('button', { name: '1 active vehicle of Fleet 01' }).click()
    await expect(page).toHaveURL(`${origin()}/vehicles?show=active`)
    await expect(page.getByRole('banner')).toContainText('Fleet 01')
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('shows the fleets as cards, loads more on scrolling, and reports a lost connection', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user } = await aCompany({ build, db })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_dashboard`)
    const cards = page.getByRole('list', { name: 'Fleets' })
    await expect(cards.getByRole('button', { name: 'Open fleet Fleet 01' })).toBeVisible()
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(cards.getByRole('button', { name: 'Open fleet Fleet 60' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await context.route('**/api/v6/fleets?*', (route) => route.abort())
    await page.evaluate(() => scrollTo(0, 0))
    await page.goto(`${origin()}/fmc_dashboard?region=East`)
    await expect(page.getByText('You need a connection to see the fleets')).toBeVisible()
    await expectAccessible(page)
  })
})
