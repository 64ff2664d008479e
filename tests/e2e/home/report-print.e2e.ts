import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expect, origin, signInDirectly, test, type uniqueBuilders } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

const MARCH = 'from=2026-03-01&to=2026-03-31'

/** Replaces the print dialog, which stays open until `afterprint`, by a count of the table's rows, and its total. */
const countPrintedRows = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll('main tbody tr').length)
      document.body.dataset.total = document.querySelector('main tfoot')?.textContent ?? ''
    }
  })

/** All rows of a report, which 'Print' loads. */
const ALL_ROWS = /\/reports\/costs\?.*per_page=100/
/** The page of a report on the screen. */
const ONE_PAGE = /\/reports\/costs\?.*per_page=25/

/** 26 vehicles, one of them with an order later in March than the others. @returns a user who may read the costs */
async function aFleetWithCosts(build: ReturnType<typeof uniqueBuilders>, db: Database) {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const service = await build.service({ name: 'Oil change' })
  for (let n = 1; n <= 26; n++) {
    const vehicle = await build.vehicle(fleet, { name: `Van ${String(n).padStart(3, '0')}` })
    const at = n === 1 ? '2026-03-20T12:00:00Z' : '2026-03-02T12:00:00Z'
    await anOpenOrder(db, vehicle, { status: 'paid', at, price: `${200 - n}.00`, serviceId: service.id })
  }
  return build.user(fleet)
}

test('prints all rows of a report, and says on paper what the browser’s own command leaves out (DSH-040)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const user = await build.user(fleet)
  const service = await build.service({ name: 'Oil change' })
  for (let n = 1; n <= 130; n++) {
    const vehicle = await build.vehicle(fleet, { name: `Van ${String(n).padStart(3, '0')}` })
    await anOpenOrder(db, vehicle, {
      status: 'paid',
      at: '2026-03-02T12:00:00Z',
      price: `${200 - n}.00`,
      serviceId: service.id,
    })
  }
  await page.setViewportSize(DESK.viewport)
  await countPrintedRows(page)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?${MARCH}&by=vehicle&page=2`)
  const rows = page.getByRole('table', { name: 'Cost by vehicle' }).locator('tbody tr')
  await expect(rows).toHaveCount(25)
  const note = page.getByText('Rows 26–50 of 130. Totals cover all rows, and the CSV file has all of them.')
  const chartNote = page.getByText('The chart shows rows 26–35 of 130.')
  await expect(note).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(note).toBeVisible()
  await expect(chartNote).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '130')
  await expect(rows).toHaveCount(130)
  await expect(rows.first()).toContainText('Van 001')
  await expect(rows.last()).toContainText('Van 130')
  await page.emulateMedia({ media: 'print' })
  await expect(note).toHaveCount(0)
  await expect(chartNote).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(rows).toHaveCount(25)

  // The rows behind the figures of a month, which have no file.
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${origin()}/reports?${MARCH}&group=2026-03`)
  const orders = page.locator('main tbody tr')
  await expect(orders).toHaveCount(25)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Rows 1–25 of 130. Totals cover all rows.', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // A failure leaves the report as it is.
  await page.route('**/reports/costs/rows?**per_page=100**', (route) => route.abort())
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(
    page.getByText(
      'Not all rows could be loaded, so nothing was printed. Check your connection and try again.',
    ),
  ).toBeVisible()
  await page.unroute('**/reports/costs/rows?**per_page=100**')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '130')
})

test('prints nothing that was not asked for if a group is opened, or the order changes, while rows are loaded', async ({
  page,
  context,
  build,
  db,
}) => {
  const user = await aFleetWithCosts(build, db)
  await page.setViewportSize(DESK.viewport)
  await countPrintedRows(page)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?${MARCH}&by=vehicle`)
  const report = page.getByRole('table', { name: 'Cost by vehicle' })
  const print = page.getByRole('button', { name: 'Print' })
  const held = Promise.withResolvers<void>()
  await page.route(ALL_ROWS, async (route) => {
    await held.promise
    await route.continue()
  })
  await expect(report).toBeVisible()
  await print.click()
  await expect(print).toBeDisabled()
  await report.getByRole('link', { name: 'Van 001' }).click()
  await expect(page.getByRole('table', { name: 'Van 001' })).toBeVisible()
  await expect(print).toBeEnabled()
  await page.getByRole('link', { name: 'Cost by vehicle' }).click()
  await expect(report).toBeVisible()
  await expect(print).toBeEnabled()
  await expect.soft(page.locator('body')).not.toHaveAttribute('data-printed')

  await page.evaluate(() => document.body.removeAttribute('data-printed'))
  await print.click()
  await expect(print).toBeDisabled()
  await report.getByRole('button', { name: 'Cost', exact: true }).click()
  await expect(report.locator('tbody tr').first()).toContainText('Van 026')
  const loaded = page.waitForResponse(ALL_ROWS)
  held.resolve()
  await (await loaded).finished()
  await expect(print).toBeEnabled()
  await expect(page.locator('body')).not.toHaveAttribute('data-printed')
})

test('prints a report once it is on the screen, and none of days that are no period', async ({
  page,
  context,
  build,
  db,
}) => {
  const user = await aFleetWithCosts(build, db)
  await page.setViewportSize(DESK.viewport)
  await countPrintedRows(page)
  await signInDirectly(context, build, user)
  await page.route(ONE_PAGE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto(`${origin()}/reports?${MARCH}&by=vehicle`)
  const print = page.getByRole('button', { name: 'Print' })
  const body = page.locator('body')
  await print.click()
  await expect.soft(body).toHaveAttribute('data-printed', '26')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))

  // The totals of other days come later than the rows.
  await expect(page.getByRole('table', { name: 'Cost by vehicle' })).toBeVisible()
  await page.getByLabel('From').fill('2026-03-10')
  await print.click()
  await expect.soft(body).toHaveAttribute('data-printed', '1')
  await expect.soft(body).toHaveAttribute('data-total', 'Total1$199.00')

  await page.getByLabel('From').fill('2026-04-10')
  await expect(print).toBeDisabled()
})
