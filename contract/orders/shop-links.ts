import {
  ESTIMATE_PHOTOS_MAX,
  INVOICE_MAX_BYTES,
  INVOICE_MAX_COUNT,
  INVOICE_NUMBER_MAX,
  SERVICE_ROWS_MAX,
  SHOP_NOTE_MAX,
} from '#domain/core/limits.ts'
import { SHOP_ACTIONS } from '#domain/orders/order-rules.ts'
import { isPriceTooHigh, isZeroTotal } from '#domain/orders/shop-prices.ts'
import { ServiceDefinition } from '../catalog/services.ts'
import { ScheduleDay } from '../catalog/shops.ts'
import {
  documentFields,
  FileBody,
  FilePart,
  fileManifestEntry,
  StoredFile,
  StoredPart,
} from '../core/documents.ts'
import {
  Country,
  Day,
  DistanceUnit,
  Id,
  Instant,
  Money,
  MoneySum,
  Odometer,
  Text,
  Uuid,
} from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A file of an order, as returned to its shop. */
export const ShopFile = z.object(documentFields)
export type ShopFile = z.infer<typeof ShopFile>

const ShopFileTaken = z.pick(StoredFile, { id: true, state: true, sha256: true, byte_size: true })

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
  odometer: z.nullable(z.int()),
  odometer_units: DistanceUnit,
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
  pre_tax_sub_total: MoneySum,
  /** Discount of the fleet's promotion, before tax. */
  discount: MoneySum,
  tax_amount: MoneySum,
  total: MoneySum,
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

const id = { id: Id }

/** Fields that the shop enters. The order's id comes from the page. */
export const ConfirmFields = z.object({
  /** One of the shop's free times, if it differs from the requested time. */
  appointment_datetime: z.optional(Instant),
})
/** Names the proposed time that the shop answers, because the fleet may have proposed another one in the meantime. */
export const ProposalFields = z.object({ appointment_datetime: Instant })
export const DeclineFields = z.object({ note: z.optional(Text(SHOP_NOTE_MAX)) })
export const EstimateFields = z.object({
  lines: z
    .array(EstimateLine)
    .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many'), costsSomething),
})
/** A line of the final bill. */
export const FinalLine = z.omit(EstimateLine, { photos: true })
export const CompleteFields = z.object({
  /** The final amount, if it differs from the estimate; more than was approved needs approval again (ruling 28). */
  lines: z.optional(
    z.array(FinalLine).check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
  ),
  odometer: z.optional(Odometer),
  invoice_number: z.optional(Text(INVOICE_NUMBER_MAX)),
})
export const InvoiceFields = z.object({
  invoice_number: z.optional(Text(INVOICE_NUMBER_MAX)),
  documents: z
    .array(fileManifestEntry(INVOICE_MAX_BYTES))
    .check(z.minLength(1, 'required'), z.maxLength(INVOICE_MAX_COUNT, 'too_many')),
})

/** State of an order's shop links, for the fleet. */
export const ShopLinkState = z.object({
  /** Why no link can be created: the vehicle has no VIN, or the order was closed longer ago than a link lasts. */
  refused: z.nullable(z.enum(['vin_missing', 'shop_link_expired'])),
  /** Working links, newest first. */
  links: z.array(
    z.object({
      id: Uuid,
      created_at: Instant,
      /** Null: created by the server when the order was requested. */
      created_by_name: z.nullable(z.string()),
      sent_to: z.nullable(z.string()),
      opened_at: z.nullable(Instant),
    }),
  ),
  /** The shop's email address for links; null: it has none. */
  shop_email: z.nullable(z.string()),
  expires_at: z.nullable(Instant),
})
export type ShopLinkState = z.infer<typeof ShopLinkState>

const tags = ['shop links']

/**
 * Calls of the shop (ruling 15). Calls with access 'shop' need the session that `unlock` opened, a cookie for this one
 * order. 410 `shop_link_revoked` and `shop_link_expired`: the link has ended; 401: it was never opened on this device.
 */
export const shopLinksContract = {
  state: call({ access: 'orders.shareWithShop' })
    .route({ method: 'GET', path: v4('/orders/{id}/shop_link'), tags, summary: 'Links of the shop' })
    .input(z.object(id))
    .output(ShopLinkState),
  /**
   * Creates a link. Its address is returned only here. `replaces`: ends all earlier ones. `sends`: emails it to the
   * shop.
   */
  create: call({
    access: 'orders.shareWithShop',
    kind: 'write',
    problems: ['vin_missing', 'shop_link_expired', 'order_status', 'too_many', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/shop_link'),
      tags,
      summary: 'Make a link for the shop',
      successStatus: 201,
    })
    .input(
      z.object({ ...id, replaces: z._default(z.boolean(), false), sends: z._default(z.boolean(), false) }),
    )
    .output(
      z.object({
        address: z.string(),
        /** The address as a QR code, in SVG. */
        qr: z.string(),
        state: ShopLinkState,
      }),
    ),
  /** Ends all links of the order and every session that used them. */
  revoke: call({ access: 'orders.shareWithShop', kind: 'write' })
    .route({
      method: 'DELETE',
      path: v4('/orders/{id}/shop_link'),
      tags,
      summary: 'End the links of the shop',
    })
    .input(z.object(id))
    .output(ShopLinkState),

  /** Opens the link on this device. 410 if it does not work, 422 `vin_mismatch`, 429 after ten wrong VINs. */
  unlock: call({
    access: 'anyone',
    kind: 'write',
    problems: ['shop_link_invalid', 'shop_link_revoked', 'shop_link_expired', 'vin_mismatch', 'too_many'],
  })
    .route({ method: 'POST', path: v4('/shop_links/{id}/unlock'), tags, summary: 'Open a link as the shop' })
    .input(
      z.object({
        ...id,
        token: z.string().check(z.maxLength(100)),
        vin_last_8: z.string().check(z.trim(), z.maxLength(20)),
      }),
    )
    .output(ShopOrder),
  show: call({ access: 'shop' })
    .route({ method: 'GET', path: v4('/shop_links/{id}'), tags, summary: 'The order, for its shop' })
    .input(z.object(id))
    .output(ShopOrder),
  services: call({ access: 'shop' })
    .route({
      method: 'GET',
      path: v4('/shop_links/{id}/services'),
      tags,
      summary: 'Services that the vehicle may have',
    })
    .input(z.object(id))
    .output(z.object({ services: z.array(ServiceDefinition) })),
  /** Free times of the shop on a day in its time zone, from today by default. */
  schedule: call({ access: 'shop' })
    .route({ method: 'GET', path: v4('/shop_links/{id}/schedule'), tags, summary: 'Free times of the shop' })
    .input(z.object({ ...id, date: z.optional(Day) }))
    .output(
      z.object({
        first_date: Day,
        last_date: Day,
        days: z.array(ScheduleDay),
      }),
    ),
  confirm: call({ access: 'shop', kind: 'write', idempotent: true, problems: ['order_status', 'slot_taken'] })
    .route({ method: 'POST', path: v4('/shop_links/{id}/confirm'), tags, summary: 'Confirm the appointment' })
    .input(z.extend(ConfirmFields, id))
    .output(ShopOrder),
  decline: call({ access: 'shop', kind: 'write', idempotent: true, problems: ['order_status'] })
    .route({
      method: 'POST',
      path: v4('/shop_links/{id}/decline'),
      tags,
      summary: 'Turn the appointment down',
    })
    .input(z.extend(DeclineFields, id))
    .output(ShopOrder),
  /** Moves the appointment to the proposed time. 409 `proposal_over`: it is no longer proposed. */
  acceptTime: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'proposal_over', 'slot_taken'],
  })
    .route({
      method: 'POST',
      path: v4('/shop_links/{id}/accept_time'),
      tags,
      summary: 'Accept the proposed time',
    })
    .input(z.extend(ProposalFields, id))
    .output(ShopOrder),
  /** Leaves the appointment unchanged. 409 `proposal_over`. */
  declineTime: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'proposal_over'],
  })
    .route({
      method: 'POST',
      path: v4('/shop_links/{id}/decline_time'),
      tags,
      summary: 'Decline the proposed time',
    })
    .input(z.extend(ProposalFields, id))
    .output(ShopOrder),
  estimate: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'id_reused', 'storage_full'],
  })
    .route({ method: 'POST', path: v4('/shop_links/{id}/estimate'), tags, summary: 'Hand in the estimate' })
    .input(z.extend(EstimateFields, id))
    .output(ShopOrder),
  complete: call({ access: 'shop', kind: 'write', idempotent: true, problems: ['order_status'] })
    .route({
      method: 'POST',
      path: v4('/shop_links/{id}/complete'),
      tags,
      summary: 'Say that the work is done',
    })
    .input(z.extend(CompleteFields, id))
    .output(ShopOrder),
  invoice: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'id_reused', 'storage_full'],
  })
    .route({ method: 'POST', path: v4('/shop_links/{id}/invoices'), tags, summary: 'Announce an invoice' })
    .input(z.extend(InvoiceFields, id))
    .output(ShopOrder),
  /** Uploads an announced photo or invoice; without bytes, it assembles the uploaded parts. */
  putFile: call({ access: 'shop', kind: 'write', idempotent: true })
    .route({
      method: 'PUT',
      path: v4('/shop_links/{id}/documents/{document_id}'),
      tags,
      summary: 'Send the file of a document',
    })
    .input(z.object({ ...id, document_id: Uuid, file: z.optional(z.instanceof(Blob)) }))
    .output(ShopFileTaken),
  putPart: call({ access: 'shop', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/shop_links/{id}/documents/{document_id}/parts/{offset}'),
      tags,
      summary: 'Send a part of a file',
    })
    .input(z.object({ ...id, document_id: Uuid, offset: FilePart.shape.offset, file: FilePart.shape.file }))
    .output(StoredPart),
  getFile: call({ access: 'shop' })
    .route({
      method: 'GET',
      path: v4('/shop_links/{id}/documents/{document_id}'),
      tags,
      summary: 'Open a file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...id, document_id: Uuid }))
    .output(FileBody),
}
