import type { Language } from '#contract/core/fields.ts'
import type { BulkReportRow, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { BULK_COLUMNS, plainCell } from '#domain/vehicles/bulk-rules.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import type { UseCase } from '#server/use-case.ts'
import { type BulkJob, bulkRepository as uploads } from './bulk.repository.ts'
import { countText, notesText, problemText, rowText } from './bulk-texts.ts'

/** Number of refused rows in the email itself. */
const ROWS_IN_MAIL = 20
const COUNTS = ['created', 'updated', 'unchanged', 'warned', 'refused'] as const
const BATCH = 1000

type ReportUseCase = Pick<UseCase<'mail' | 'brands' | 'originOf'>, 'tx' | 'ports'>

/** Queues the email in the transaction that ends the upload. */
export async function sendBulkReport(
  { tx, ports }: ReportUseCase,
  { fleet, user }: BulkJob,
  upsertion: BulkUpsertion,
): Promise<void> {
  const { brands, mail, originOf } = ports
  const brand = brandOrDefault(brands, fleet.brand)
  const uploadKey = { fleetId: fleet.id, id: upsertion.id }
  const refused = await uploads.refusedRowsAfter(tx, uploadKey, 0, ROWS_IN_MAIL)
  const { language } = user
  const { status, problem, file_name } = upsertion
  if (status === 'waiting' || status === 'running')
    throw new Error('An upload that is not over has no report.')
  const heading = translate(language, `server/bulk:heading.${status}`)
  const number = new Intl.NumberFormat(`${language}-${fleet.unit === 'km' ? 'CA' : 'US'}`)
  const rendered = renderEmail(brand, {
    language,
    heading,
    paragraphs: [
      file_name
        ? translate(language, 'server/bulk:introOfFile', { file: file_name })
        : translate(language, 'server/bulk:intro'),
      ...(problem ? [problemText(language, problem)] : []),
      ...(upsertion.refused > 0 ? [translate(language, 'server/bulk:refused')] : []),
    ],
    facts: [
      ...COUNTS.map((count) => ({
        label: countText(language, count),
        value: number.format(upsertion[count]),
      })),
      ...refused.map(({ row, notes }) => ({
        label: rowText(language, row),
        value: notesText(language, notes),
      })),
    ],
    action: {
      label: translate(language, 'server/bulk:open'),
      // With the fleet, because the recipient's session may act for another one.
      address: `${originOf(brand)}/vehicles?upload=${upsertion.id}&fleet=${fleet.id}`,
    },
    footer: translate(language, 'server/bulk:footer', { brand: brand.name }),
  })
  await mail.queue(tx, { recipient: user.email, subject: heading, ...rendered })
}

/** Streams the rejected rows as CSV, so that an upload of it reads the cells as in the original file. */
export function rejectedRowsFile(
  db: Database,
  uploadKey: { fleetId: number; id: string },
  language: Language,
): ReadableStream<Uint8Array> {
  async function* rows(): AsyncGenerator<Cell[]> {
    const unit = await db.tenant(uploadKey.fleetId, (tx) => uploads.unitOf(tx, uploadKey))
    const headings = BULK_COLUMNS.map((name) => (name === 'odometer' && unit ? `odometer (${unit})` : name))
    yield [...headings, ...Object.values(translateGroup(language, 'server/bulk:column'))]
    for (let last = 0; ; ) {
      const batch: BulkReportRow[] = await db.tenant(uploadKey.fleetId, (tx) =>
        uploads.refusedRowsAfter(tx, uploadKey, last, BATCH),
      )
      for (const { cells, row, notes } of batch)
        yield [...cells.map(plainCell), row, notesText(language, notes)]
      const end = batch.at(-1)
      if (end === undefined || batch.length < BATCH) return
      last = end.row
    }
  }
  return csv(rows(), { language, fleetId: uploadKey.fleetId })
}
