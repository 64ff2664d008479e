import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { SINGLE_DOCUMENT_TYPES } from '#domain/access/permissions.ts'
import { daysBetween } from '#domain/core/days.ts'
import { DOCUMENT_NOTICE_DAYS } from '#domain/core/limits.ts'
import { stayOf } from '#domain/orders/shop-stay-rules.ts'
import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { daysLeft } from '#src/features/vehicles/glovebox/expiry.ts'

/** Maintenance that is past due for less is left to the list of due maintenance. */
const PAST_DUE_WEEKS = 2
/** Lines of a kind that has its own list: more than the panel has before "Show all", which therefore always adds some. */
const LINES_PER_KIND = 5

type NamedDocument = Pick<GloveboxItem, 'document_type' | 'document_title'>

/** One thing that needs the user today. `vehicle` is its name. */
export type TodayItem =
  | { kind: 'approvals'; count: number }
  | { kind: 'late'; orderId: number; vehicle: string; shop: string; days: number }
  | { kind: 'missed'; orderId: number; vehicle: string; shop: string }
  | {
      kind: 'document'
      id: string
      vehicleId: number
      vehicle: string
      /** Null: the license plate. */
      document: NamedDocument | null
      days: number
    }
  /** Several documents in one line. */
  | { kind: 'documents'; isExpired: boolean; count: number }
  | { kind: 'pastDue'; row: UpcomingRow; weeks: number }
  | { kind: 'faults'; vehicleId: number; vehicle: string; names: string[] }
  | { kind: 'unsent'; count: number }

export interface TodaySources {
  /** Orders that wait for this user's approval. */
  approvals: number
  openOrders: readonly OrderHistory[]
  /** Due maintenance, most urgent first. */
  dueRows: readonly UpcomingRow[]
  documents: readonly GloveboxItem[]
  /** Last days of the license plates, by vehicle. */
  plateExpirations: ReadonlyMap<number, string | null>
  telematics: readonly TelematicsSnapshot[]
  /** Devices of the fleet with unsent work. */
  unsent: number
  /** Names of the vehicles in use; documents, faults and due maintenance of other vehicles are omitted. */
  vehicleNames: ReadonlyMap<number, string>
  /** Names of all vehicles, because a deactivated one may still be at a shop. */
  allVehicleNames: ReadonlyMap<number, string>
  now: number
  dayOf: (instant: string | number) => string
}

/**
 * Returns what needs the user today, by kind, most urgent first: what stops others, then what is late, then what will
 * be.
 */
export function todayItems(from: TodaySources): TodayItem[] {
  const today = from.dayOf(from.now)
  const documents = expiringDocuments(from, today)
  return [
    ...(from.approvals > 0 ? [{ kind: 'approvals' as const, count: from.approvals }] : []),
    ...atShops(from),
    ...documents.filter(({ days }) => days < 0),
    ...longPastDue(from, today),
    ...withFaults(from),
    ...documents.filter(({ days }) => days >= 0),
    ...(from.unsent > 0 ? [{ kind: 'unsent' as const, count: from.unsent }] : []),
  ]
}

/** Late vehicles, longest first, then appointments that were never confirmed. */
function atShops({ openOrders, allVehicleNames, now, dayOf }: TodaySources): TodayItem[] {
  const late: (TodayItem & { kind: 'late' })[] = []
  const missed: TodayItem[] = []
  for (const order of openOrders) {
    const stay = stayOf(order, now, dayOf)
    if (stay.kind === 'booked') continue
    const vehicle = allVehicleNames.get(order.vehicle_id) ?? `#${order.vehicle_id}`
    const at = { orderId: order.id, vehicle, shop: order.shop?.name ?? order.custom_shop_name ?? '' }
    if (stay.kind === 'missed') missed.push({ kind: 'missed', ...at })
    else if (stay.isLate) late.push({ kind: 'late', ...at, days: stay.days })
  }
  return [...late.sort((a, b) => b.days - a.days), ...missed]
}

/** Documents and plates that have expired or soon will, nearest first. */
function expiringDocuments(from: TodaySources, today: string) {
  const { documents, plateExpirations, vehicleNames } = from
  const latest = new Map<string, string>()
  for (const item of documents) {
    const kind = kindOf(item)
    if ((item.expiration_date ?? '') > (latest.get(kind) ?? '')) latest.set(kind, item.expiration_date ?? '')
  }
  const isReplaced = (item: GloveboxItem) => {
    const { document_type, expiration_date } = item
    const day = expiration_date ?? ''
    // A renewed document stays next to the old one.
    const mayBeReplaced = SINGLE_DOCUMENT_TYPES.includes(document_type) || day < today
    return mayBeReplaced && day < (latest.get(kindOf(item)) ?? '')
  }
  const dated = [
    ...documents
      .filter((item) => !isReplaced(item))
      .map((item) => ({
        id: item.id,
        vehicleId: item.vehicle_id,
        document: item,
        days: daysLeft(item, today),
      })),
    ...[...plateExpirations].map(([vehicleId, day]) => {
      const days = day === null ? null : daysBetween(today, day)
      return { id: `plate ${vehicleId}`, vehicleId, document: null, days }
    }),
  ]
  return dated
    .flatMap(({ days, ...item }) => {
      const vehicle = vehicleNames.get(item.vehicleId)
      if (days === null || days > DOCUMENT_NOTICE_DAYS || vehicle === undefined) return []
      return [{ kind: 'document' as const, ...item, vehicle, days }]
    })
    .sort((a, b) => Math.abs(a.days) - Math.abs(b.days))
}

const kindOf = ({ vehicle_id, document_type, document_title }: GloveboxItem): string =>
  `${vehicle_id} ${document_type} ${document_title}`

/**
 * One line for each vehicle: its interval that has been due longest. Booked vehicles are omitted; snoozed ones come last.
 */
function longPastDue({ dueRows, openOrders }: TodaySources, today: string): TodayItem[] {
  const booked = new Set(openOrders.map((order) => order.vehicle_id))
  const worst = new Map<number, { row: UpcomingRow; weeks: number }>()
  for (const row of dueRows) {
    const { due_date: dueDate, tag } = row.interval
    if (dueDate === null || tag !== 'Past Due' || booked.has(row.vehicleId)) continue
    const weeks = Math.floor(daysBetween(dueDate, today) / 7)
    if (weeks >= Math.max(PAST_DUE_WEEKS, (worst.get(row.vehicleId)?.weeks ?? 0) + 1))
      worst.set(row.vehicleId, { row, weeks })
  }
  return [...worst.values()]
    .sort((a, b) => Number(isSnoozed(a)) - Number(isSnoozed(b)) || b.weeks - a.weeks)
    .map((each) => ({ kind: 'pastDue', ...each }))
}

const isSnoozed = ({ row }: { row: UpcomingRow }) => row.snoozedUntil !== null

function withFaults({ telematics, vehicleNames }: TodaySources): TodayItem[] {
  return telematics.flatMap(({ vehicle_id: vehicleId, fault_codes: faults }) => {
    const vehicle = vehicleNames.get(vehicleId)
    if (faults.length === 0 || vehicle === undefined) return []
    return [
      { kind: 'faults' as const, vehicleId, vehicle, names: faults.map((fault) => fault.diagnostic.name) },
    ]
  })
}

/** Kinds that no other list shows by themselves. */
const LISTED_HERE: readonly TodayItem['kind'][] = ['missed', 'document', 'faults']

/**
 * The first lines: one of each kind before a second one, so that no kind hides another. Several documents are one line.
 * `whole` has all lines of the kinds that no other list shows, and the first ones of the others; `more` are the kinds that
 * have further lines in their own list (DSH-041).
 */
export function excerptOf(
  items: readonly TodayItem[],
  lines: number,
): {
  shown: TodayItem[]
  whole: TodayItem[]
  more: ReadonlySet<TodayItem['kind']>
} {
  const groups = new Map<string, TodayItem[]>()
  for (const item of items) {
    const group = groups.get(groupOf(item))
    if (group) group.push(item)
    else groups.set(groupOf(item), [item])
  }
  const first = [...groups.values()].map(excerptOfGroup)
  const taken = Array.from({ length: lines }, (_, round) => first.flatMap((group) => group[round] ?? []))
  const shown = new Set(taken.flat().slice(0, lines))
  const further = [...groups.values()].flatMap((group) => group.slice(LINES_PER_KIND))
  const hidden = new Set(further.filter(({ kind }) => !LISTED_HERE.includes(kind)))
  return {
    shown: first.flat().filter((item) => shown.has(item)),
    whole: items.filter((item) => !hidden.has(item)),
    more: new Set([...hidden].map(({ kind }) => kind)),
  }
}

/** Returns the group of a line. A line that counts documents is of their group. */
export function groupOf(item: TodayItem): string {
  if (item.kind === 'document') return item.days < 0 ? 'expired' : 'expiring'
  if (item.kind === 'documents') return item.isExpired ? 'expired' : 'expiring'
  return item.kind
}

/** Replaces the lines that count documents of the opened groups by a line for each document. */
export const openGroups = (
  shown: readonly TodayItem[],
  whole: readonly TodayItem[],
  opened: readonly string[],
): TodayItem[] =>
  shown.flatMap((line) =>
    line.kind === 'documents' && opened.includes(groupOf(line))
      ? whole.filter((item) => groupOf(item) === groupOf(line))
      : [line],
  )

function excerptOfGroup(items: readonly TodayItem[]): readonly TodayItem[] {
  const [first] = items
  if (first?.kind !== 'document' || items.length === 1) return items
  return [{ kind: 'documents', isExpired: first.days < 0, count: items.length }]
}

/** Faults that a line names; one vehicle may report dozens. */
const FAULTS_NAMED = 3

/**
 * Names each fault once, the first three in all; one that was reported several times has a count: 'Low oil (2)'.
 * @returns the names, and how many further faults there are
 */
export function namedFaults(faults: readonly string[]): { names: string; more: number } {
  const counts = new Map<string, number>()
  for (const name of faults) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name))
  return { names: names.slice(0, FAULTS_NAMED).join(', '), more: Math.max(0, names.length - FAULTS_NAMED) }
}
