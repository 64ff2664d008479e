import {
  ESTIMATE_PHOTOS_MAX,
  INVOICE_MAX_BYTES,
  INVOICE_MAX_COUNT,
  INVOICE_NUMBER_MAX,
  SERVICE_ROWS_MAX,
  SHOP_NOTE_MAX,
} from '#domain/core/limits.ts'
import { isPriceTooHigh, isZeroTotal } from '#domain/orders/shop-prices.ts'
import { fileManifestEntry } from '../core/documents.ts'
import { Id, Instant, Money, Odometer, Text, Uuid } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** A price entered by a shop. */
const ShopPrice = Money.check(z.refine((price) => !isPriceTooHigh(price), 'price_too_high'))
const costsSomething = z.refine<{ price: string }[]>((lines) => !isZeroTotal(lines), 'no_price')

/**
 * A line as the shop enters it, identified by service and position. An estimate is complete: existing lines and photos
 * that are left out are removed from the order.
 */
export const EstimateLine = z.object({
  service_definition_id: Id,
  position: z.optional(Text(40)),
  /** 0 for work under warranty; the total must not be 0. */
  price: ShopPrice,
  note: z.optional(Text(SHOP_NOTE_MAX)),
  /** All its photos; new ones are uploaded after the estimate. */
  photos: z._default(
    z.array(fileManifestEntry(INVOICE_MAX_BYTES)).check(z.maxLength(ESTIMATE_PHOTOS_MAX, 'too_many')),
    [],
  ),
})
export type EstimateLine = z.infer<typeof EstimateLine>

/** Fields that the shop enters. The order's id comes from the page. */
export const ConfirmFields = z.object({
  /** One of the shop's free times, if it differs from the requested time. */
  appointment_datetime: z.optional(Instant),
})
/** Names the proposed time that the shop answers, because the fleet may have proposed another one in the meantime. */
export const ProposalFields = z.object({ appointment_datetime: Instant })
export const DeclineFields = z.object({ note: z.optional(Text(SHOP_NOTE_MAX)) })
/**
 * What the shop saw when it entered these lines. 409 `estimate_changed` if others arrived since (APR-072, APR-081). Older
 * apps send none.
 */
const BasedOn = z.optional(
  z.object({
    /** Revision of the order. */
    rev: z.int().check(z.nonnegative()),
    /** Key of the previous estimate or bill from the same device, whose response may not have arrived. */
    entry: z.optional(Uuid),
  }),
)
export const EstimateFields = z.object({
  lines: z
    .array(EstimateLine)
    .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many'), costsSomething),
  based_on: BasedOn,
})
/** A line of the final bill. */
export const FinalLine = z.omit(EstimateLine, { photos: true })
export const CompleteFields = z.object({
  /**
   * The final lines, if they differ from the estimate. More than was approved (ruling 28) and added lines (ruling 37) need
   * another approval.
   */
  lines: z.optional(
    z.array(FinalLine).check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
  ),
  /** For the lines. */
  based_on: BasedOn,
  /** The lines are sent for approval only. 409 `order_status` if they do not need it any more (APR-071). */
  requests_approval: z.optional(z.boolean()),
  odometer: z.optional(Odometer),
  invoice_number: z.optional(Text(INVOICE_NUMBER_MAX)),
})
export const InvoiceFields = z.object({
  invoice_number: z.optional(Text(INVOICE_NUMBER_MAX)),
  documents: z
    .array(fileManifestEntry(INVOICE_MAX_BYTES))
    .check(z.minLength(1, 'required'), z.maxLength(INVOICE_MAX_COUNT, 'too_many')),
})
