import * as z from 'zod/mini'

/** The form values of a row: what an edit started from, or what the server has now. */
export interface EntryValues {
  fields: Record<string, unknown>
  documentIds: string[]
}

/** The schema in which an operation stores them. */
export const EntryValuesSchema = z.object({
  fields: z.record(z.string(), z.unknown()),
  documentIds: z.array(z.string()),
})

const documents = z.array(z.object({ id: z.string() }))
const line = z.record(z.string(), z.unknown())
const HistoryRow = z.object({
  vehicle_id: z.int(),
  order_services: z.array(line),
  maintenance_documents: documents,
})
const ItemRow = z.object({ vehicle_id: z.int(), document_type: z.string(), glovebox_documents: documents })

const OrderRow = z.object({
  vehicle_id: z.int(),
  appointment_datetime: z.string(),
  customer_comments: z.nullable(z.string()),
})

const ORDER_FIELDS = ['vehicle_id', 'customer_comments'] as const
const HISTORY_FIELDS = [
  'vehicle_id',
  'zip',
  'shop_id',
  'custom_shop_name',
  'po_number',
  'customer_comments',
  'odometer',
  'date_of_completion',
] as const
const LINE_FIELDS = [
  'service_definition_id',
  'price',
  'position',
  'service_miles',
  'service_kilometers',
] as const
const ITEM_FIELDS = [
  'vehicle_id',
  'document_type',
  'document_title',
  'document_number',
  'expiration_date',
  'insurance_name',
  'state_id',
] as const

/** Returns the form values of a server row or local row; null if it is no history, order or glovebox item. */
export function entryValuesOf(row: unknown): EntryValues | null {
  if (z.safeParse(OrderRow, row).success)
    return { fields: present(row as object, ORDER_FIELDS), documentIds: [] }
  const history = z.safeParse(HistoryRow, row)
  if (history.success) {
    const services = history.data.order_services.map((service) => present(service, LINE_FIELDS))
    return {
      fields: { ...present(row as object, HISTORY_FIELDS), vehicle_services: services },
      documentIds: history.data.maintenance_documents.map(({ id }) => id),
    }
  }
  const item = z.safeParse(ItemRow, row)
  if (!item.success) return null
  return {
    fields: present(row as object, ITEM_FIELDS),
    documentIds: item.data.glovebox_documents.map(({ id }) => id),
  }
}

/** The named fields that are not empty; an omitted form field is empty on the server. */
function present(row: object, names: readonly string[]): Record<string, unknown> {
  const entries = names.map((name) => [name, (row as Record<string, unknown>)[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}
