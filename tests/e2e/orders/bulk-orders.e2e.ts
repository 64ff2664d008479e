import { readFile } from 'node:fs/promises'
import type { Request } from 'playwright/test'
import { ORDERS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('a manager gives selected orders a PO number, takes it back, downloads them and cancels them', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  for (const [n, status] of ['initiated', 'active', 'approved'].entries())
    await anOpenOrder(db, await build.vehicle(fleet, { name: `Van ${n + 1}` }), { status })
  const read = () =>
    db.query<{ status: string; po_number: string | null }>(
      sql`select status, po_number from shop_orders where fleet_id = ${fleet.id} order by id`,
    )
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=active')
  const bar = page.getByRole('toolbar', { name: 'Selected orders' })
  const select = async (...vans: string[]) => {
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (const van of vans) await page.getByRole('checkbox', { name: `Select ${van}` }).click()
  }

  await select('Van 1', 'Van 3')
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Set PO number' }).click()
  const poNumber = page.getByRole('dialog', { name: 'Set PO number' })
  await poNumber.getByLabel('PO number').fill('PO-77')
  await expect(poNumber.getByText('2 orders will change.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 orders changed.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('gridcell', { name: 'PO-77' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undo: Set PO number')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'PO-77' })).toHaveCount(0, { timeout: 20_000 })
  expect((await read()).map((order) => order.po_number)).toEqual([null, null, null])
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await select()
  await bar.getByRole('button', { name: 'Stop selecting' }).click()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
  await select()
  const ofPage = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  await ofPage.click()
  await expect(bar.getByText('3 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Van 2' }).click()
  await expect(ofPage).toHaveJSProperty('indeterminate', true)
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await expect(ofPage).toBeChecked()
  const file = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).toContain('Van 2')

  await bar.getByRole('button', { name: 'Cancel orders' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel orders' })
  await cancel.getByLabel('Reason').fill('The shop closes')
  await expect(cancel.getByText('2 orders will change.')).toBeVisible()
  await expect(cancel.getByText('The status of 1 order does not allow this change.')).toBeVisible()
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Cancel 2 orders' }).click()
  await expect(page.getByText('2 orders canceled.')).toBeVisible({ timeout: 20_000 })
  // The shops were notified.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden()
  await expect(page.getByRole('gridcell', { name: /Van [12]/ })).toHaveCount(0)
  expect((await read()).map((order) => order.status)).toEqual(['cancel', 'cancel', 'approved'])
})

test('"Select all" selects nothing after selecting was stopped, and is not offered above 10,000 rows', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  for (const name of ['Van 1', 'Van 2']) await anOpenOrder(db, await build.vehicle(fleet, { name }))
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=active')
  const bar = page.getByRole('toolbar', { name: 'Selected orders' })
  const start = page.getByRole('button', { name: 'Select', exact: true })
  const held = Promise.withResolvers<void>()
  const isOfAll = (request: Request) => request.postDataJSON()?.per_page === ORDERS_PER_PAGE_MAX
  await page.route('**/orders/index', async (route) => {
    if (isOfAll(route.request())) await held.promise
    await route.continue().catch(() => {})
  })
  await start.click()
  const request = page.waitForRequest(
    (request) => request.url().endsWith('/orders/index') && isOfAll(request),
  )
  await bar.getByRole('button', { name: 'Select all 2' }).click()
  await request
  await bar.getByRole('button', { name: 'Stop selecting' }).click()
  held.resolve()
  await start.click()
  await expect(bar.getByText('0 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Select all 2' }).click()
  await expect(bar.getByText('2 selected')).toBeVisible()

  await page.route('**/orders/index', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total_count: 10_001 } })
  })
  await page.reload()
  await start.click()
  const all = bar.getByRole('button', { name: 'Select all 10,001' })
  await expect(all).toBeDisabled()
  await all.hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    'The list has more than 10,000 rows. Filter it to select all orders.',
  )
})
