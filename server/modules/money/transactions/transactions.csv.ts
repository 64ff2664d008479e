import type { Language } from '#contract/core/fields.ts'
import type { Transaction } from '#contract/money/transactions.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { dayIn } from '#domain/core/days.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import reportsEn from '../../../../locales/en/reports.json' with { type: 'json' }
import reportsFr from '../../../../locales/fr/reports.json' with { type: 'json' }

/** Columns of the file, in order: those of the reports (BRD-043, TRX-021), and those needed for totals by currency. */
const COLUMNS = {
  fleet_name: (row) => row.fleet_name,
  date: (row, { timeZone }) => dayIn(timeZone, new Date(row.created_at)),
  kind: (row, { language }) => translate(language, `server/transactions:kind.${row.kind}`),
  shop_order: (row) => row.shop_order_id,
  approval_date: (row, { timeZone }) => row.approval_date && dayIn(timeZone, new Date(row.approval_date)),
  approver: (row) => row.approver,
  vehicle: (row) => row.vehicle_name,
  vin: (row) => row.vin,
  other_id: (row) => row.other_id,
  department_number: (row) => row.department_number,
  po_number: (row) => row.po_number,
  invoice_number: (row) => row.invoice_number,
  payment_method: (row) => row.method_of_payment,
  amount: (row) => ({ amount: row.amount }),
  currency: (row) => row.currency,
} as const satisfies Record<
  string,
  (row: Transaction, settings: { language: Language; timeZone: string }) => Cell
>
const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Returns the rows of a transactions file, starting with the heading. Dates are days in `timeZone`. */
export async function* transactionLines(
  batches: AsyncIterable<readonly Transaction[]>,
  settings: { language: Language; timeZone: string },
): AsyncGenerator<Cell[]> {
  const { language } = settings
  const screen = language === 'fr' ? reportsFr.column : reportsEn.column
  const heading = { ...screen, ...translateGroup(language, 'server/transactions:heading') }
  yield columns.map((column) => heading[column])
  for await (const batch of batches)
    for (const row of batch) yield columns.map((column) => COLUMNS[column](row, settings))
}
