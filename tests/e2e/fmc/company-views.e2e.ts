import type { Locator, Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, PHONE } from '../support/screens.ts'

type World = Parameters<Parameters<typeof test>[2]>[0]

test.use({ ...DESK, permissions: ['clipboard-read', 'clipboard-write'] })

/** A company with two fleets and a user of it. */
async function aCompany({ build, db }: Pick<World, 'build' | 'db'>) {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const east = await build.fleet({ affiliationId, name: 'East Freight' })
  const west = await build.fleet({ affiliationId, name: 'West Freight' })
  await db.query(sql`update fleets set region = 'East' where id = ${east.id}`)
  const colleague = (roles: 'FMC' | 'FMC Fleet Manager' = 'FMC') =>
    build.user(east, { roles: [roles], affiliationId, firstName: 'Grace' })
  return {
    affiliationId,
    east,
    west,
    colleague,
    user: await build.user(east, { roles: ['FMC'], affiliationId }),
  }
}

const rowsOf = (page: Page, grid: string) =>
  page
    .getByRole('grid', { name: grid })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save current view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: `Views: ${name}` })).toBeVisible()
}

async function copyLink(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Views: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  return (await page.evaluate(() => navigator.clipboard.readText())).replace(origin(), '')
}

const hide = async (page: Page, column: Locator) => {
  await column.hover()
  await column.getByRole('button', { name: /column menu/i }).click()
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
}

test('a view of the fleets keeps filter, sort order, columns and density on another device, in another fleet, and for a colleague', async ({
  page,
  context,
  build,
  browser,
  db,
}) => {
  // Four devices, one after the other.
  test.slow()
  const company = await aCompany({ build, db })
  await signInDirectly(context, build, company.user)
  await openLoaded(page, '/fmc_dashboard')
  await expect(rowsOf(page, 'Fleets')).toHaveCount(2)
  await hide(page, page.getByRole('columnheader', { name: 'Rep' }))
  await expect(page.getByRole('columnheader', { name: 'Rep' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Region' }).fill('East')
  await expect(rowsOf(page, 'Fleets')).toHaveCount(1)
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Standard' }).click()
  await save(page, 'East')
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  const link = await copyLink(page, 'East')
  expect(link).toMatch(/^\/fmc_dashboard\?view=[-0-9a-f]{36}$/)

  /** The list as the view stores it. */
  async function expectView(their: Page) {
    await expect(their.getByRole('button', { name: 'Views: East' })).toBeVisible()
    await expect(rowsOf(their, 'Fleets')).toHaveCount(1)
    await expect(rowsOf(their, 'Fleets')).toContainText('East Freight')
    await expect(their.getByRole('columnheader', { name: 'Rep' })).toHaveCount(0)
    await expect(their.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    expect(new URL(their.url()).searchParams.get('density')).toBe('standard')
  }

  await test.step('on another device, where the session acts for another fleet', async () => {
    const device = await browser.newContext(DESK)
    await signInDirectly(device, build, company.user)
    const their = await device.newPage()
    await openLoaded(their, '/fmc_dashboard')
    await rowsOf(their, 'Fleets').getByRole('button', { name: 'Open fleet West Freight' }).click()
    await expect(their).toHaveURL(/\/dashboard$/)
    await expect(their.getByText('West Freight').first()).toBeVisible()
    await openLoaded(their, '/fmc_dashboard')
    await expect(rowsOf(their, 'Fleets')).toHaveCount(2)
    await their.getByRole('button', { name: 'Views' }).click()
    await their.getByRole('menuitem', { name: 'East' }).click()
    await expectView(their)
    await device.close()
  })

  await test.step('for a colleague with the link, who saves it as theirs', async () => {
    const other = await browser.newContext(DESK)
    await signInDirectly(other, build, await company.colleague('FMC Fleet Manager'))
    const their = await other.newPage()
    await openLoaded(their, link)
    await expect(their.getByText(/View “East”, shared by Ada/)).toBeVisible()
    await expectView(their)
    await their.getByRole('button', { name: 'Views: East' }).click()
    await their.getByRole('menuitem', { name: 'Save as mine…' }).click()
    await their.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(their.getByText(/View “East”, shared by Ada/)).toHaveCount(0)
    await expectView(their)
    await other.close()
  })

  await test.step('for a colleague on a phone', async () => {
    const other = await browser.newContext(PHONE)
    await signInDirectly(other, build, await company.colleague())
    const their = await other.newPage()
    await openLoaded(their, link)
    await expect(their.getByText(/View “East”, shared by Ada/)).toBeVisible()
    await expect(their.getByRole('heading', { name: 'East Freight' })).toBeVisible()
    await expect(their.getByRole('heading', { name: 'West Freight' })).toHaveCount(0)
    await expectAccessible(their)
    await other.close()
  })
})

test('a company view explains to users outside the company why they cannot open it', async ({
  page,
  context,
  build,
  browser,
  db,
}) => {
  const company = await aCompany({ build, db })
  await signInDirectly(context, build, company.user)
  await openLoaded(page, '/fmc_dashboard?region=East')
  await save(page, 'East')
  const link = await copyLink(page, 'East')

  await test.step('a user of another company', async () => {
    const other = await browser.newContext(DESK)
    await signInDirectly(other, build, (await aCompany({ build, db })).user)
    const their = await other.newPage()
    await openLoaded(their, link)
    await expect(their.getByText(/does not exist, or belongs to another company/)).toBeVisible()
    await expect(rowsOf(their, 'Fleets')).toHaveCount(2)
    await other.close()
  })

  await test.step('an Owner of one of the fleets', async () => {
    const other = await browser.newContext(DESK)
    await signInDirectly(other, build, await build.user(company.east))
    const their = await other.newPage()
    await their.goto(`${origin()}${link}`)
    await expect(their.getByText(/a list of the management company, which you may not see/)).toBeVisible()
    // FMC-006
    await expect(their).toHaveURL(/\/dashboard$/)
    await other.close()
  })
})

test('a view of the orders of a fleet opens by its link, and says when that fleet is gone', async ({
  page,
  context,
  build,
  browser,
  db,
}) => {
  const company = await aCompany({ build, db })
  for (const fleet of [company.east, company.west])
    await anOpenOrder(db, await build.vehicle(fleet), { status: 'active' })
  await signInDirectly(context, build, company.user)
  await openLoaded(page, `/fmc_activeorders?fleet=${company.west.id}`)
  await expect(rowsOf(page, 'Active orders')).toHaveCount(1)
  await hide(page, page.getByRole('columnheader', { name: 'VIN' }))
  await save(page, 'West')
  const link = await copyLink(page, 'West')
  const other = await browser.newContext(DESK)
  await signInDirectly(other, build, await company.colleague())
  const their = await other.newPage()
  await openLoaded(their, link)
  await expect(rowsOf(their, 'Active orders')).toHaveCount(1)
  await expect(rowsOf(their, 'Active orders')).toContainText('West Freight')
  await expect(their.getByRole('columnheader', { name: 'VIN' })).toHaveCount(0)
  await expect(their.getByText(/View “West”, shared by Ada/)).toBeVisible()
  await expect(their.getByText(/no longer in your company’s list/)).toHaveCount(0)
  await db.query(sql`update fleets set deleted_at = now() where id = ${company.west.id}`)
  await openLoaded(their, link)
  await expect(their.getByText(/no longer in your company’s list/)).toBeVisible()
  await other.close()
})

test('the lists of users and of transactions have views of their own', async ({
  page,
  context,
  build,
  db,
}) => {
  const company = await aCompany({ build, db })
  await company.colleague()
  await signInDirectly(context, build, company.user)
  await openLoaded(page, '/fmc_users')
  await expect(rowsOf(page, 'Users')).toHaveCount(2)
  await hide(page, page.getByRole('columnheader', { name: 'Phone' }))
  await page.getByRole('searchbox').fill('Grace')
  await expect(rowsOf(page, 'Users')).toHaveCount(1)
  await save(page, 'Graces')
  const users = await copyLink(page, 'Graces')
  await openLoaded(page, `/fmc_transactions?from=2026-01-01&to=2026-01-31&fleet=${company.west.id}`)
  await save(page, 'January')
  const transactions = await copyLink(page, 'January')
  await openLoaded(page, users)
  await expect(rowsOf(page, 'Users')).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  // A view of one list is not offered in another.
  await page.getByRole('button', { name: 'Views: Graces' }).click()
  await expect(page.getByRole('menuitem', { name: 'January' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openLoaded(page, transactions)
  await expect(page.getByRole('button', { name: 'Views: January' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Fleet' })).toHaveValue('West Freight')
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['2026-01-01', '2026-01-31'])
})
