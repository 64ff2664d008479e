import { addDays } from '#domain/core/days.ts'
import { moneyText } from '#server/db/seed/core/money.ts'
import { randomFor, uuidFor } from '#server/db/seed/core/random.ts'
import type {
  DocumentRow,
  OdometerReadingRow,
  OrderServiceRow,
  ShopOrderRow,
  ShopRow,
} from '#server/db/seed/core/rows.ts'
import type { DemoFiles } from '#server/db/seed/files/demo-files.ts'
import type { Authors } from '#server/db/seed/fleet/drivers.ts'
import { AUTO_APPROVAL_LIMITS } from '#server/db/seed/orders/booking-settings.ts'
import { paysThroughPlatform } from '#server/db/seed/tables/fleet-plan.ts'
import { createDocuments } from './documents.ts'
import { type DemoVisit, sumsOf } from './visits.ts'

/** Older visits have no invoices in the demo. */
const INVOICE_DAYS = 240

interface DemoOrders {
  orders: ShopOrderRow[]
  services: OrderServiceRow[]
  readings: OdometerReadingRow[]
  documents: DocumentRow[]
}

/** Creates completed shop orders from the visits that were ordered. */
export function createOrders(
  visits: readonly DemoVisit[],
  shopsOf: (visit: DemoVisit) => readonly ShopRow[],
  authorsOf: (visit: DemoVisit) => Authors,
  files: DemoFiles,
  today: string,
): DemoOrders {
  const all: DemoOrders = { orders: [], services: [], readings: [], documents: [] }
  for (const visit of visits) {
    if (visit.isManual) continue
    const order = createOrder(visit, shopsOf(visit), authorsOf(visit), today)
    all.orders.push(order)
    all.services.push(...createOrderServices(visit, order))
    all.readings.push(readingOf(visit, order, today))
    all.documents.push(...createInvoices(visit, order, files))
  }
  return all
}

function createOrder(
  visit: DemoVisit,
  shops: readonly ShopRow[],
  authors: Authors,
  today: string,
): ShopOrderRow {
  const { row, plan } = visit.vehicle
  // Ids start at 1000101 and encode the vehicle and the visit.
  const id = row.id * 100 + visit.nth
  const random = randomFor('order', id)
  const day = addDays(today, -visit.daysAgo)
  const { pre_tax_sub_total, tax_amount, saving, total } = sumsOf(visit)
  // Between 8:00 and 16:45 in most of the continent.
  const at = `${day}T${random.int(14, 21)}:${random.pick(['00', '15', '30', '45'])}:00Z`
  const paid = paysThroughPlatform(plan)
    ? { paid: 80, complete: 12, paid_in_shop: 8 }
    : { paid_in_shop: 70, complete: 30 }
  const completedAt = completionOf(id, at, visit.daysAgo)
  return {
    id,
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    shop_id: random.pick(shops).id,
    status: random.weighted<ShopOrderRow['status']>(paid),
    appointment_datetime: at,
    completed_at: completedAt,
    odometer: visit.odometer,
    odometer_units: row.odometer_units,
    po_number: random.chance(0.6) ? `PO-${random.int(10_000, 99_999)}` : null,
    pre_tax_sub_total,
    tax_amount,
    saving,
    total,
    ...approvalOf(visit, id, at, authors),
    created_at: `${addDays(day, -random.int(1, 9))}T15:00:00Z`,
    updated_at: completedAt,
  }
}

/** Policies approve small orders, the office the others and those of which it rejected a service. */
function approvalOf(visit: DemoVisit, id: number, at: string, authors: Authors) {
  const random = randomFor('approval', id)
  const limit = Number(AUTO_APPROVAL_LIMITS[visit.vehicle.row.fleet_id] ?? 0)
  const isAuto =
    visit.lines.every(({ isRejected }) => !isRejected) && Number(sumsOf(visit).pre_tax_sub_total) <= limit
  const minutes = random.int(25, 55)
  const approver = random.pick(authors.office)
  return {
    originator_id: random.pick(authors.all),
    approver_id: isAuto ? null : approver,
    is_auto_approved: isAuto,
    // The shop completes the work an hour after the appointment at the earliest.
    last_approval_date: new Date(Date.parse(at) + minutes * 60_000).toISOString(),
  }
}

/** Most vehicles are ready the same day, a few after a week. */
function completionOf(id: number, at: string, daysAgo: number): string {
  const random = randomFor('stay', id)
  const days = random.weighted({ 0: 62, 1: 18, 2: 10, 4: 7, 9: 3 })
  const hours = Math.min(Number(days), Math.max(0, daysAgo - 1)) * 24 + random.int(1, 5)
  return new Date(Date.parse(at) + hours * 3_600_000).toISOString()
}

function createOrderServices(visit: DemoVisit, order: ShopOrderRow): OrderServiceRow[] {
  const isFrench = visit.vehicle.home.state === 'QC'
  return visit.lines.map(({ definition, position, cents, isRejected }, index) => ({
    id: order.id * 10 + index,
    fleet_id: order.fleet_id,
    order_id: order.id,
    service_definition_id: definition.id,
    name: isFrench ? definition.fr : definition.en,
    position,
    status: isRejected ? 'rejected' : 'complete',
    price: moneyText(cents),
    total: moneyText(cents),
  }))
}

function readingOf(visit: DemoVisit, order: ShopOrderRow, today: string): OdometerReadingRow {
  return {
    id: uuidFor('reading', 'order', order.id),
    fleet_id: order.fleet_id,
    vehicle_id: order.vehicle_id,
    value: visit.odometer,
    unit: order.odometer_units,
    read_on: addDays(today, -visit.daysAgo),
    source: 'order',
    source_id: String(order.id),
    user_id: null,
  }
}

function createInvoices(visit: DemoVisit, order: ShopOrderRow, files: DemoFiles): DocumentRow[] {
  const random = randomFor('order invoice', order.id)
  const share = visit.vehicle.isShowcase ? 1 : 0.08
  if (visit.daysAgo > INVOICE_DAYS || !random.chance(share)) return []
  const owner = { fleet_id: order.fleet_id, order_id: order.id, created_at: order.appointment_datetime }
  return createDocuments(owner, `invoice-${order.id}`, [
    random.pick(files.invoices[visit.vehicle.plan.country]),
  ])
}
