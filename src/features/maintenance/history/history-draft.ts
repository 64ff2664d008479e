import * as z from 'zod/mini'
import type { Country } from '#contract/core/fields.ts'
import type { ManualHistory } from '#contract/maintenance/history.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { normaliseZip } from '#domain/core/zip.ts'
import type { Kept } from '#src/offline/model/api/cache-api.ts'
import { newId } from '#src/offline/model/ids.ts'

/** A service row while it is typed: texts as they stand in the fields. `key` stays with it while rows come and go. */
const ServiceDraft = z.object({
  key: z.string(),
  service_definition_id: z.nullable(z.number()),
  price: z.string(),
  position: z.string(),
  /** Miles, in Canada kilometres. */
  distance: z.string(),
})
export type ServiceDraft = z.infer<typeof ServiceDraft>

/** An invoice that the entry already has; `isRemoved` until the save. */
const StoredInvoice = z.object({
  id: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  byte_size: z.number(),
  isRemoved: z.boolean(),
})
export type StoredInvoice = z.infer<typeof StoredInvoice>

/** The history form as it stands on the screen. New invoices live beside it: their bytes are no text. */
const HistoryDraft = z.object({
  /** The id that the entry will have: by it a draft is known whose entry was saved just before a crash. */
  id: z.string(),
  vehicle_id: z.nullable(z.number()),
  odometer: z.string(),
  zip: z.string(),
  shop_id: z.nullable(z.number()),
  /** Name of the chosen shop, or of one that is on no list. */
  shop_name: z.string(),
  /** Where the chosen shop is: for the words on the screens while the entry waits. */
  shop_place: z.nullable(z.object({ city: z.string(), state: z.string() })),
  po_number: z.string(),
  customer_comments: z.string(),
  date_of_completion: z.string(),
  services: z.array(ServiceDraft).check(z.minLength(1)),
  stored: z.array(StoredInvoice),
  /** What an edit started from; null for a new entry, and in drafts of older versions. */
  basis: z._default(
    z.nullable(
      z.object({
        rev: z.nullable(z.number()),
        opId: z.nullable(z.string()),
        /** The row as the form showed it: what the person left alone is not written over. */
        seen: z.optional(z.unknown()),
      }),
    ),
    null,
  ),
})
export type HistoryDraft = z.infer<typeof HistoryDraft>

/** A draft that this device kept; undefined for what an older version wrote. */
export function parseDraft(value: unknown): HistoryDraft | undefined {
  return HistoryDraft.safeParse(value).data
}

export function emptyService(): ServiceDraft {
  return { key: crypto.randomUUID(), service_definition_id: null, price: '', position: '', distance: '' }
}

/** An empty form, with what the visit already knows. */
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

/** The form of an entry that exists. */
export function toDraft({ row: history, basis }: Pick<Kept<ManualHistory>, 'row' | 'basis'>): HistoryDraft {
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
 * The fields as they are sent (MHX-023): empty ones are left out, so that the schema says 'required' where one must be.
 * Id, manifest, flags and times are added by the outbox.
 */
export function toFields(draft: HistoryDraft, country: Country) {
  const distance = country === 'CA' ? 'service_kilometers' : 'service_miles'
  return {
    vehicle_id: draft.vehicle_id ?? undefined,
    zip: normaliseZip(draft.zip) || undefined,
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

/** Whether nothing was typed that would be missed. */
export function isUntouched(draft: HistoryDraft, initial: HistoryDraft): boolean {
  const comparable = (d: HistoryDraft) =>
    JSON.stringify({ ...d, services: withoutEmptyRows(d.services).map(({ key: _, ...row }) => row) })
  return comparable(draft) === comparable(initial)
}

/** Rows in which nothing was entered go, as long as one row is left. */
export function withoutEmptyRows(services: ServiceDraft[]): ServiceDraft[] {
  const filled = services.filter((row) => row.service_definition_id !== null || row.price || row.distance)
  return filled.length > 0 ? filled : services.slice(0, 1)
}

/** Sum of the prices typed so far, as a decimal text; what is no price yet counts as nothing. */
export function totalOf(services: readonly ServiceDraft[]): string {
  const amounts = services
    .flatMap(({ price }) => toMoney(price) ?? [])
    .filter((amount) => PATTERNS.money.test(amount))
  const cents = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return (cents / 100).toFixed(2)
}

/** '12.' and '.5' are how people type 12 and 0.5. */
function toMoney(text: string): string | undefined {
  const plain = text.trim().replace(/\.$/, '').replace(/^\./, '0.')
  return plain === '' ? undefined : plain
}
