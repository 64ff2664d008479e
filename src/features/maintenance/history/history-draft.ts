import * as z from 'zod/mini'
import type { Country } from '#contract/core/fields.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { normalizeZip } from '#domain/core/zip.ts'
import type { Settled } from '#src/forms/when-settled.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { newId } from '#src/offline/model/ids.ts'

/** A service row being typed: the text of the fields. `key` identifies it while rows are added and removed. */
const ServiceDraft = z.object({
  key: z.string(),
  service_definition_id: z.nullable(z.number()),
  price: z.string(),
  position: z.string(),
  /** In miles, in Canada in kilometers. */
  distance: z.string(),
})
export type ServiceDraft = z.infer<typeof ServiceDraft>

/** An invoice that the entry already has; `isRemoved` takes effect with the save. */
const StoredInvoice = z.object({
  id: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  isRemoved: z.boolean(),
})

/** Text of the history form. New invoices are stored separately, because they are binary. */
const HistoryDraft = z.object({
  /** Id of the future entry. It identifies a draft whose entry was saved just before a crash. */
  id: z.string(),
  vehicle_id: z.nullable(z.number()),
  odometer: z.string(),
  zip: z.string(),
  shop_id: z.nullable(z.number()),
  /** Name of the chosen shop, or of one that is not in the list. */
  shop_name: z.string(),
  /** City and state of the chosen shop, shown while the entry is waiting. */
  shop_place: z.nullable(z.object({ city: z.string(), state: z.string() })),
  po_number: z.string(),
  customer_comments: z.string(),
  date_of_completion: z.string(),
  services: z.array(ServiceDraft).check(z.minLength(1)),
  stored: z.array(StoredInvoice),
  /** Base revision of an edit; null for a new entry and in drafts of older versions. */
  basis: z._default(
    z.nullable(
      z.object({
        rev: z.nullable(z.number()),
        opId: z.nullable(z.string()),
        /** The row as the form loaded it, so that untouched fields are not overwritten. */
        seen: z.optional(z.unknown()),
      }),
    ),
    null,
  ),
})
export type HistoryDraft = z.infer<typeof HistoryDraft>

/** An entry that was saved to the outbox. */
export interface SavedHistory {
  opId: string
  /** Id of the entry, which may differ from the form's. */
  entityId: string
  settled: Settled
}

/** Parses a stored draft; returns undefined if an older version wrote it. */
export function parseDraft(value: unknown): HistoryDraft | undefined {
  return HistoryDraft.safeParse(value).data
}

export function emptyService(): ServiceDraft {
  return { key: crypto.randomUUID(), service_definition_id: null, price: '', position: '', distance: '' }
}

/** Returns an empty form with the values already known. */
export function emptyDraft(today: string, known: Partial<HistoryDraft> = {}): HistoryDraft {
  return {
    id: newId(),
    vehicle_id: null,
    odometer: '',
    zip: '',
    shop_id: null,
    shop_name: '',
    shop_place: null,
    po_number: '',
    customer_comments: '',
    date_of_completion: today,
    services: [emptyService()],
    stored: [],
    basis: null,
    ...known,
  }
}

/** Returns the draft of an existing entry. */
export function toDraft({
  row: history,
  basis,
}: Pick<LocalRow<ManualHistory>, 'row' | 'basis'>): HistoryDraft {
  return {
    id: history.id,
    vehicle_id: history.vehicle_id,
    odometer: String(history.odometer),
    zip: history.zip ?? '',
    shop_id: history.shop_id,
    shop_name: history.shop?.name ?? history.custom_shop_name ?? '',
    shop_place: history.shop && { city: history.shop.city, state: history.shop.state },
    po_number: history.po_number ?? '',
    customer_comments: history.customer_comments ?? '',
    date_of_completion: history.date_of_completion,
    services: history.order_services.map((service) => ({
      key: service.id,
      service_definition_id: service.service_definition_id,
      price: service.price,
      position: service.position ?? '',
      distance: String(service.service_miles ?? service.service_kilometers ?? ''),
    })),
    stored: history.maintenance_documents.map((document) => ({
      id: document.id,
      file_name: document.file_name,
      content_type: document.content_type,
      byte_size: document.byte_size,
      isRemoved: false,
    })),
    basis,
  }
}

/**
 * Returns the fields to send (MHX-023). Empty fields are omitted, so that the schema reports 'required'. The outbox
 * adds id, manifest, flags and times.
 */
export function toFields(draft: HistoryDraft, country: Country) {
  const distance = country === 'CA' ? 'service_kilometers' : 'service_miles'
  return {
    vehicle_id: draft.vehicle_id ?? undefined,
    zip: normalizeZip(draft.zip) || undefined,
    ...(draft.shop_id === null
      ? { custom_shop_name: draft.shop_name.trim() || undefined }
      : { shop_id: draft.shop_id }),
    po_number: draft.po_number.trim() || undefined,
    customer_comments: draft.customer_comments.trim() || undefined,
    odometer: wholeNumber(draft.odometer),
    date_of_completion: draft.date_of_completion || undefined,
    vehicle_services: draft.services.map((service) => ({
      service_definition_id: service.service_definition_id ?? undefined,
      price: toMoney(service.price),
      position: service.position || undefined,
      [distance]: wholeNumber(service.distance),
    })),
  }
}

/** Returns whether the form contains nothing worth storing. */
export function isUntouched(draft: HistoryDraft, initial: HistoryDraft): boolean {
  const comparable = (d: HistoryDraft) =>
    JSON.stringify({ ...d, services: withoutEmptyRows(d.services).map(({ key: _, ...row }) => row) })
  return comparable(draft) === comparable(initial)
}

/** Removes empty rows, but keeps at least one. */
export function withoutEmptyRows(services: ServiceDraft[]): ServiceDraft[] {
  const filled = services.filter((row) => row.service_definition_id !== null || row.price || row.distance)
  return filled.length > 0 ? filled : services.slice(0, 1)
}

/** Returns the total of the prices as decimal text; invalid prices count as zero. */
export function totalOf(services: readonly ServiceDraft[]): string {
  const amounts = services
    .flatMap(({ price }) => toMoney(price) ?? [])
    .filter((amount) => PATTERNS.money.test(amount))
  const cents = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return (cents / 100).toFixed(2)
}

/** Accepts '12.' and '.5' for 12 and 0.5. */
function toMoney(text: string): string | undefined {
  const plain = text.trim().replace(/\.$/, '').replace(/^\./, '0.')
  return plain === '' ? undefined : plain
}
