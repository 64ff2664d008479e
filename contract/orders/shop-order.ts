import { SHOP_ACTIONS } from '#domain/orders/order-rules.ts'
import { documentFields } from '../core/documents.ts'
import { Country, DistanceUnit, Id, Instant, Money, MoneySum } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { PromotionTerms } from './promotion-terms.ts'

/** A file of an order, as returned to its shop. */
const ShopFile = z.object(documentFields)

/** A line of the shop's estimate. Names in both languages, because the page works in either one, also offline. */
export const ShopLine = z.object({
  id: Id,
  service_definition_id: Id,
  name_en: z.string(),
  name_fr: z.string(),
  position: z.nullable(z.string()),
  status: z.string(),
  quantity: z.int(),
  price: Money,
  total: MoneySum,
  note: z.nullable(z.string()),
  photos: z.array(ShopFile),
})
export type ShopLine = z.infer<typeof ShopLine>

/** A service that the fleet rejected: not to be done, so it has no price. */
export const RejectedLine = z.pick(ShopLine, {
  id: true,
  service_definition_id: true,
  name_en: true,
  name_fr: true,
  position: true,
})
export type RejectedLine = z.infer<typeof RejectedLine>

/** A line as it was approved. */
const ApprovedLine = z.pick(ShopLine, { service_definition_id: true, position: true, total: true })

/** An order as returned to its shop: only the fields that the work needs. */
export const ShopOrder = z.object({
  id: Id,
  status: z.string(),
  rev: z.int(),
  fleet_name: z.string(),
  country: Country,
  shop: z.nullable(z.object({ name: z.string(), city: z.string(), state: z.string() })),
  /** The shop's; the fleet's if the order names no shop of the network. */
  time_zone: z.string(),
  appointment_datetime: Instant,
  /** A new time that the fleet proposes, until the shop accepts or declines it; null: none. */
  proposed_datetime: z.nullable(Instant),
  vehicle: z.object({
    name: z.string(),
    year: z.nullable(z.int()),
    make: z.nullable(z.string()),
    model: z.nullable(z.string()),
    vin: z.nullable(z.string()),
    license_plate_number: z.nullable(z.string()),
    other_id: z.nullable(z.string()),
  }),
  /** The vehicle's at booking, until the shop enters its own. */
  odometer: z.nullable(z.int()),
  odometer_units: DistanceUnit,
  /** The vehicle's last valid reading in `odometer_units`; null: none. Copies of earlier servers lack it. */
  last_reading: z.optional(z.nullable(z.int())),
  customer_comments: z.nullable(z.string()),
  fault_codes: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The user who requested it, for calls. */
  contact: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  po_number: z.nullable(z.string()),
  lines: z.array(ShopLine),
  /** Not in `lines`, so never part of an estimate or bill. Empty for a canceled order, whose `lines` include them. */
  rejected_lines: z.array(RejectedLine),
  /** Sales tax at the shop's location, in percent. */
  tax_percent: z.number(),
  /** Terms of the fleet's promotion; null: none. */
  promotion: z.nullable(PromotionTerms),
  pre_tax_sub_total: MoneySum,
  /** Discount of the fleet's promotion, before tax. */
  discount: MoneySum,
  tax_amount: MoneySum,
  total: MoneySum,
  /**
   * Total and lines of the last approval of an approved order. After a corrected bill, `total` and `lines` may have less
   * (APR-082). Null: no approval is recorded. Copies of earlier servers lack it.
   */
  approval: z.optional(z.nullable(z.object({ total: MoneySum, lines: z.array(ApprovedLine) }))),
  /** Subtotal of the shop's last estimate or bill as it was sent; null: none. Copies of earlier servers lack it. */
  sent_sub_total: z.optional(z.nullable(MoneySum)),
  /** Whether the shop has sent a final bill for approval. Copies of earlier servers lack it. */
  has_final_bill: z.optional(z.boolean()),
  invoice_number: z.nullable(z.string()),
  invoices: z.array(ShopFile),
  /** Actions that the shop may take on the order as it is now. */
  may: z.array(z.enum(SHOP_ACTIONS)),
  /**
   * When all links end because the order is closed; null: still open. Each link also ends SHOP_LINK_MAX_AGE_DAYS after
   * its creation.
   */
  expires_at: z.nullable(Instant),
})
export type ShopOrder = z.infer<typeof ShopOrder>
