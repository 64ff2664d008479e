import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import type { FileManifestEntry } from '#contract/core/documents.ts'
import type { DistanceUnit } from '#contract/core/fields.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { daysBetween } from '#domain/core/days.ts'
import type { GloveboxFields, HistoryFields, ShownHistory } from '#src/offline/model/command.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'

/** Data of other rows that a projected row needs, to look as the server would make it. */
export interface ProjectionContext {
  services: ReadonlyMap<number, ServiceDefinition>
  shops: ReadonlyMap<number, Shop>
  /** Unit of each vehicle's odometer. */
  units: ReadonlyMap<number, DistanceUnit>
  /** Calendar day of the device. */
  today: string
}

/**
 * The history entry as it will be when a pending create or edit has arrived; `base` is the row that the edit changes.
 */
export function projectHistory(
  op: OpRow,
  base: ManualHistory | undefined,
  { services, shops, units }: ProjectionContext,
): ManualHistory {
  const { fields, manifest, enteredAt } = op.payload as EntryPayload<HistoryFields>
  const shop_id = fields.shop_id ?? null
  const maintenance_documents = [
    ...remainingDocuments(base?.maintenance_documents, op),
    ...manifest.map((line) => ({
      ...awaited(line),
      invoice_document_url: { url: `/api/v4/maintenance_documents/${line.id}` },
    })),
  ]
  return {
    id: op.entityId,
    vehicle_id: fields.vehicle_id,
    shop_id,
    shop: shop_id === null ? null : shopOf(shop_id, base, shops, op.shown as ShownHistory | undefined),
    custom_shop_name: fields.custom_shop_name ?? null,
    zip: fields.zip ?? null,
    po_number: fields.po_number ?? null,
    customer_comments: fields.customer_comments ?? null,
    odometer: fields.odometer,
    odometer_units: units.get(fields.vehicle_id) ?? base?.odometer_units ?? 'mi',
    date_of_completion: fields.date_of_completion,
    maintenance_type: 'Manually Entered',
    status: 'complete',
    order_services: fields.vehicle_services.map((line, i) => ({
      id: `${op.entityId}/${i}`,
      service_definition_id: line.service_definition_id,
      name: services.get(line.service_definition_id)?.name ?? '',
      price: line.price,
      position: line.position ?? null,
      service_miles: line.service_miles ?? null,
      service_kilometers: line.service_kilometers ?? null,
      status: 'complete',
    })),
    total: sumOf(fields.vehicle_services.map((line) => line.price)),
    maintenance_documents,
    attachments_missing: maintenance_documents.filter((document) => document.state === 'awaited').length,
    created_by_name: base?.created_by_name ?? null,
    entered_at: base?.entered_at ?? enteredAt,
    updated_at: enteredAt,
    rev: base?.rev ?? 0,
  }
}

/** The glovebox item as it will be when a pending create or edit has arrived. */
export function projectItem(
  op: OpRow,
  base: GloveboxItem | undefined,
  { today }: ProjectionContext,
): GloveboxItem {
  const { fields, manifest, enteredAt } = op.payload as EntryPayload<GloveboxFields>
  const expiration_date = fields.expiration_date ?? null
  return {
    id: op.entityId,
    vehicle_id: fields.vehicle_id,
    document_type: fields.document_type,
    document_title: fields.document_title ?? null,
    document_number: fields.document_number ?? null,
    expiration_date,
    state_id: fields.state_id ?? null,
    insurance_name: fields.insurance_name ?? null,
    expires_in_days: daysLeft(expiration_date, today),
    glovebox_documents: [
      ...remainingDocuments(base?.glovebox_documents, op),
      ...manifest.map((line) => ({
        ...awaited(line),
        document_url: { url: `/api/v4/glovebox_documents/${line.id}` },
      })),
    ],
    created_by_name: base?.created_by_name ?? null,
    updated_at: enteredAt,
    rev: base?.rev ?? 0,
  }
}

/** Whole days until a document expires, counted today: the number in a copy is as old as the copy. */
export const daysLeft = (expirationDate: string | null, today: string): number | null =>
  expirationDate === null ? null : daysBetween(today, expirationDate)

/** Sum of decimal amounts, in hundredths: never a float (ruling 18). */
export function sumOf(amounts: readonly string[]): string {
  let hundredths = 0n
  for (const amount of amounts) {
    const [whole = '0', part = ''] = amount.split('.')
    hundredths += BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  }
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

function shopOf(
  id: number,
  base: ManualHistory | undefined,
  shops: ProjectionContext['shops'],
  shown: ShownHistory | undefined,
): ManualHistory['shop'] {
  const shop = shops.get(id)
  if (shop) return { name: shop.name, city: shop.city, state: shop.state }
  return shown?.shop ?? (base?.shop_id === id ? base.shop : null)
}

/** The row's previous documents. Those that the edit adds may be among them if only its response was lost. */
function remainingDocuments<D extends { id: string }>(documents: readonly D[] | undefined, op: OpRow): D[] {
  const { manifest, removedFileIds } = op.payload as EntryPayload
  const replaced = new Set([...removedFileIds, ...manifest.map((line) => line.id)])
  return (documents ?? []).filter((document) => !replaced.has(document.id))
}

const awaited = (line: FileManifestEntry) => ({ ...line, state: 'awaited' as const })
