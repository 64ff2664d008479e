import * as z from 'zod/mini'
import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import type { UnsentCount } from '#src/offline/model/unsent-count.ts'

/** The values that describe an entry, parsed leniently: the tray also shows entries that it only partly understands. */
export interface EntryFacts {
  serviceIds: number[]
  /** Decimal text; null if a price cannot be read. */
  total: string | null
  odometer: number | null
  date: string | null
  documentType: DocumentType | null
  documentNumber: string | null
  /** Number of the order with the comments. */
  orderId: number | null
  comments: string | null
  /** A mark that withdraws an earlier completion. */
  isTakenBack: boolean
}

const line = z.object({
  service_definition_id: z.catch(z.optional(z.number()), undefined),
  price: z.catch(z.optional(z.string()), undefined),
})
/** The form fields as the outbox stores them. */
const payloadSchema = z.object({ fields: z.record(z.string(), z.unknown()) })
const fields = z.object({
  vehicle_services: z.catch(z.array(line), []),
  service_completed_details: z.catch(z.array(z.object({ id: z.number(), is_completed: z.boolean() })), []),
  service_definition_ids: z.catch(z.array(z.number()), []),
  service_id: z.catch(z.optional(z.number()), undefined),
  is_completed: z.catch(z.optional(z.boolean()), undefined),
  completed_on: z.catch(z.nullable(z.string()), null),
  value: z.catch(z.nullable(z.number()), null),
  read_on: z.catch(z.nullable(z.string()), null),
  odometer: z.catch(z.nullable(z.number()), null),
  date_of_completion: z.catch(z.nullable(z.string()), null),
  document_type: z.catch(z.nullable(z.enum(DOCUMENT_TYPES)), null),
  document_number: z.catch(z.nullable(z.string()), null),
  order_id: z.catch(z.nullable(z.number()), null),
  customer_comments: z.catch(z.nullable(z.string()), null),
})

/** Reads the values that the tray shows from an entry's payload. */
export function factsOf(entry: Pick<WaitingEntry, 'payload'>): EntryFacts {
  const read = z.safeParse(payloadSchema, entry.payload)
  const data = z.parse(fields, read.success ? read.data.fields : {})
  return {
    serviceIds: [
      ...data.vehicle_services.flatMap(({ service_definition_id: id }) => id ?? []),
      ...data.service_completed_details.map(({ id }) => id),
      ...data.service_definition_ids,
      ...(data.service_id === undefined ? [] : [data.service_id]),
    ],
    total: totalOf(data.vehicle_services.map(({ price }) => price)),
    odometer: data.odometer ?? data.value,
    date: data.date_of_completion ?? data.read_on ?? data.completed_on,
    documentType: data.document_type,
    documentNumber: data.document_number,
    orderId: data.order_id,
    comments: data.customer_comments,
    isTakenBack:
      data.is_completed === false || data.service_completed_details.some((service) => !service.is_completed),
  }
}

/** Adds in whole cents to avoid rounding errors. */
function totalOf(prices: (string | undefined)[]): string | null {
  const cents = prices.map(centsOf)
  if (cents.length === 0 || cents.includes(null)) return null
  const sum = String(cents.reduce<number>((total, each) => total + (each ?? 0), 0)).padStart(3, '0')
  return `${sum.slice(0, -2)}.${sum.slice(-2)}`
}

function centsOf(price: string | undefined): number | null {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(price ?? '') ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Whether this entry or one of its files needs user action. */
export function entryNeedsAction(entry: Pick<WaitingEntry, 'state' | 'files'>): boolean {
  return needsUserAction(entry.state) || entry.files.some(({ state }) => needsUserAction(state))
}

/** Counts entries and all their files. */
export function countEntries(entries: readonly Pick<WaitingEntry, 'kind' | 'files'>[]): UnsentCount {
  const files = entries.reduce((sum, entry) => sum + entry.files.length, 0)
  return { entries: entries.filter(({ kind }) => kind !== 'file.put').length, files }
}

/** The files that this entry still has to send. Those that it removes are listed with it too. */
export const filesToSendOf = ({ files }: Pick<WaitingEntry, 'files'>): WaitingEntry['files'] =>
  files.filter(({ isRemoved }) => !isRemoved)

/** Bytes of the files that this entry still has to send. */
export function bytesOf(entry: Pick<WaitingEntry, 'files'>): number {
  return filesToSendOf(entry).reduce((sum, { size }) => sum + size, 0)
}

/** Where an entry can be edited: in its form. A deletion or a single file has none. */
export function editTargetOf(
  entry: Pick<WaitingEntry, 'kind' | 'entityId' | 'vehicleId'> & Partial<Pick<WaitingEntry, 'payload'>>,
) {
  switch (entry.kind) {
    case 'history.create':
    case 'history.update':
      return { to: '/maintenance_history/$historyId', params: { historyId: entry.entityId } } as const
    case 'glovebox.create':
    case 'glovebox.update':
      return {
        to: '/vehicles/$vehicleId',
        params: { vehicleId: String(entry.vehicleId) },
        search: { document: entry.entityId },
      } as const
    case 'order-comments.update': {
      const { orderId } = factsOf({ payload: entry.payload })
      if (orderId === null) return undefined
      return { to: '/orders/$orderId/approvals', params: { orderId: String(orderId) } } as const
    }
    default:
      return undefined
  }
}

const reading = z.object({
  value: z.number(),
  unit: z.optional(z.enum(['mi', 'km'])),
  read_on: z.string(),
})

/** The typed values of a reading with invalid fields, and their codes. Undefined for other entries. */
export function rejectedReadingOf({
  kind,
  state,
  trouble,
  payload,
}: Pick<WaitingEntry, 'kind' | 'state' | 'trouble' | 'payload'>) {
  if (kind !== 'reading.create' || state !== 'rejected' || !trouble?.fields) return undefined
  const read = z.safeParse(z.object({ fields: reading }), payload)
  return read.success ? { ...read.data.fields, codes: trouble.fields } : undefined
}

export type RejectedReading = NonNullable<ReturnType<typeof rejectedReadingOf>>
