import type { Page } from 'playwright/test'
import { anOpenOrder } from '#tests/support/orders.ts'
import { enterAs, expect, origin, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

const MARCH = 'from=2026-03-01&to=2026-03-31'

/** Replaces the print dialog, which stays open until `afterprint`, by a count of the table's rows. */
const countPrintedRows = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll('main tbody tr').length)
    }
  })

test('prints all rows of a report, and says on paper what the browser’s own command leaves out', async ({
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
      ...{ status: 'paid', at: '2026-03-02T12:00:00Z', price: `${200 - n}.00`, serviceId: service.id },
    })
  }
  await page.setViewportSize(DESK.viewport)
  await countPrintedRows(page)
  await enterAs(context, build, user)
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
  await expect(page.getByText('Not all rows could be loaded, so nothing was printed.')).toBeVisible()
  await page.unroute('**/reports/costs/rows?**per_page=100**')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '130')
})
