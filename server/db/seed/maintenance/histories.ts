import { createHash } from 'node:crypto'
import { addDays } from '#domain/core/days.ts'
import { moneyText } from '#server/db/seed/core/money.ts'
import { randomFor, uuidFor } from '#server/db/seed/core/random.ts'
import type {
  DocumentRow,
  HistoryServiceRow,
  ManualHistoryRow,
  OdometerReadingRow,
  ShopRow,
} from '#server/db/seed/core/rows.ts'
import type { DemoFiles } from '#server/db/seed/files/demo-files.ts'
import { CUSTOM_SHOPS, FRENCH_CUSTOM_SHOPS, FRENCH_REMARKS, REMARKS } from '#server/db/seed/tables/visits.ts'
import { createDocuments } from './documents.ts'
import type { DemoVisit } from './visits.ts'

/** Older visits have no invoices in the demo. */
const INVOICE_DAYS = 240

interface DemoHistories {
  histories: ManualHistoryRow[]
  services: HistoryServiceRow[]
  readings: OdometerReadingRow[]
  documents: DocumentRow[]
}

/** Creates manual maintenance histories from the visits that were entered by hand. */
export function createHistories(
  visits: readonly DemoVisit[],
  shopsOf: (visit: DemoVisit) => readonly ShopRow[],
  authorsOf: (visit: DemoVisit) => readonly number[],
  files: DemoFiles,
  today: string,
): DemoHistories {
  const all: DemoHistories = { histories: [], services: [], readings: [], documents: [] }
  for (const visit of visits) {
    if (!visit.isManual) continue
    const history = createHistory(visit, shopsOf(visit), authorsOf(visit), today)
    all.histories.push(history)
    all.services.push(...createHistoryServices(visit, history))
    all.readings.push(readingOf(history))
    all.documents.push(...createInvoices(visit, history, files))
  }
  return all
}

function createHistory(
  visit: DemoVisit,
  shops: readonly ShopRow[],
  authors: readonly number[],
  today: string,
): ManualHistoryRow {
  const { row, home } = visit.vehicle
  const id = uuidFor('history', row.id, visit.nth)
  const random = randomFor('history', row.id, visit.nth)
  const isFrench = home.state === 'QC'
  const day = addDays(today, -visit.daysAgo)
  const shop = random.pick(shops)
  const isCustom = random.chance(0.35)
  const enteredOn = `${addDays(day, Math.min(visit.daysAgo, random.int(0, 3)))}T${random.int(14, 23)}:20:00Z`
  return {
    id,
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    shop_id: isCustom ? null : shop.id,
    custom_shop_name: isCustom ? random.pick(isFrench ? FRENCH_CUSTOM_SHOPS : CUSTOM_SHOPS) : null,
    zip: random.chance(0.7) ? shop.zip : null,
    po_number: random.chance(0.4) ? `PO-${random.int(10_000, 99_999)}` : null,
    customer_comments: random.chance(0.4) ? random.pick(isFrench ? FRENCH_REMARKS : REMARKS) : null,
    odometer: visit.odometer,
    odometer_units: row.odometer_units,
    date_of_completion: day,
    content_hash: contentHash(id),
    created_by: random.pick(authors),
    created_at: enteredOn,
    updated_at: enteredOn,
  }
}

/** No client resends these entries, so any unique hash works. Formatted for `bytea`. */
export function contentHash(id: string): string {
  return `\\x${createHash('sha256').update(id).digest('hex')}`
}

function createHistoryServices(visit: DemoVisit, history: ManualHistoryRow): HistoryServiceRow[] {
  return visit.lines.map(({ definition, position, cents }, index) => ({
    id: uuidFor('history service', history.id, index),
    fleet_id: history.fleet_id,
    history_id: history.id,
    row_number: index,
    service_definition_id: definition.id,
    price: moneyText(cents),
    position,
    service_distance: visit.odometer,
  }))
}

function readingOf(history: ManualHistoryRow): OdometerReadingRow {
  return {
    id: uuidFor('reading', 'history', history.id),
    fleet_id: history.fleet_id,
    vehicle_id: history.vehicle_id,
    value: history.odometer,
    unit: history.odometer_units,
    read_on: history.date_of_completion,
    source: 'history',
    source_id: history.id,
    user_id: history.created_by,
  }
}

function createInvoices(visit: DemoVisit, history: ManualHistoryRow, files: DemoFiles): DocumentRow[] {
  const random = randomFor('history invoice', history.id)
  const share = visit.vehicle.isShowcase ? 1 : 0.2
  if (visit.daysAgo > INVOICE_DAYS || !random.chance(share)) return []
  const owner = { fleet_id: history.fleet_id, history_id: history.id, created_at: history.created_at }
  const kinds = files.invoices[visit.vehicle.plan.country]
  const pages = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => random.pick(kinds))
  return createDocuments(owner, `invoice-${history.date_of_completion}`, pages)
}
