import { ServiceDefinition } from '../catalog/services.ts'
import { ScheduleDay } from '../catalog/shops.ts'
import { FileBody, FilePart, StoredFile, StoredPart } from '../core/documents.ts'
import { Day, Id, Instant, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

import {
  CompleteFields,
  ConfirmFields,
  DeclineFields,
  EstimateFields,
  InvoiceFields,
  ProposalFields,
} from './shop-actions.ts'
import { ShopOrder } from './shop-order.ts'

const ShopFileTaken = z.pick(StoredFile, { id: true, state: true, sha256: true, byte_size: true })

const id = { id: Id }

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
    .route({ method: 'GET', path: v4('/orders/{id}/shop_link'), tags, summary: 'List shop links' })
    .input(z.object(id))
    .output(ShopLinkState),
  /**
   * Creates a link. `replaces`: ends all earlier ones. `sends`: emails it to the shop. 429 `too_many`: the order has twenty
   * working links, or too many were emailed within the hour.
   *
   * `seed`: 256 random bits in hexadecimal, new for each form. The server does not store it. It computes the address from
   * the seed and the key, so a request that is repeated with both gets the same address. Without a seed, only the first
   * response has the address.
   */
  create: call({
    access: 'orders.shareWithShop',
    kind: 'write',
    idempotent: true,
    problems: ['vin_missing', 'shop_link_expired', 'order_status', 'too_many', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/shop_link'),
      tags,
      summary: 'Create a shop link',
      successStatus: 201,
    })
    .input(
      z.object({
        ...id,
        replaces: z._default(z.boolean(), false),
        sends: z._default(z.boolean(), false),
        seed: z.optional(z.string('seed').check(z.maxLength(64, 'seed'), z.regex(/^[0-9a-f]{64}$/, 'seed'))),
      }),
    )
    .output(
      z.object({
        /** Null: a repeated request without a seed. */
        address: z.nullable(z.string()),
        /** The address as a QR code, in SVG. */
        qr: z.nullable(z.string()),
        state: ShopLinkState,
      }),
    ),
  /** Ends all links of the order and every session that used them. */
  revoke: call({
    access: 'orders.shareWithShop',
    kind: 'write',
    idempotent: true,
    withoutIfMatch: true,
  })
    .route({
      method: 'DELETE',
      path: v4('/orders/{id}/shop_link'),
      tags,
      summary: 'Revoke the shop links',
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
    .route({
      method: 'GET',
      path: v4('/shop_links/{id}'),
      tags,
      summary: 'Get the order, as its shop sees it',
    })
    .input(z.object(id))
    .output(ShopOrder),
  services: call({ access: 'shop' })
    .route({
      method: 'GET',
      path: v4('/shop_links/{id}/services'),
      tags,
      summary: 'List services that the shop can add',
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
      summary: 'Decline the appointment',
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
  /** 409 `estimate_changed`: it is based on an earlier estimate than the order's. */
  estimate: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'estimate_changed', 'id_reused', 'storage_full'],
  })
    .route({ method: 'POST', path: v4('/shop_links/{id}/estimate'), tags, summary: 'Submit the estimate' })
    .input(z.extend(EstimateFields, id))
    .output(ShopOrder),
  /** 409 `estimate_changed`: its lines are based on an earlier estimate or bill than the order's. */
  complete: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'estimate_changed'],
  })
    .route({
      method: 'POST',
      path: v4('/shop_links/{id}/complete'),
      tags,
      summary: 'Complete the work',
    })
    .input(z.extend(CompleteFields, id))
    .output(ShopOrder),
  invoice: call({
    access: 'shop',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'id_reused', 'storage_full'],
  })
    .route({ method: 'POST', path: v4('/shop_links/{id}/invoices'), tags, summary: 'Create an invoice' })
    .input(z.extend(InvoiceFields, id))
    .output(ShopOrder),
  /** Returns which of these acknowledged entries the server does not know (after a restore from a backup). */
  receipts: call({ access: 'shop', kind: 'write' })
    .route({ method: 'POST', path: v4('/shop_links/{id}/receipts'), tags, summary: 'Check receipts' })
    .input(z.object({ ...id, ids: z.array(Uuid).check(z.maxLength(1000, 'too_many')) }))
    .output(z.object({ missing: z.array(Uuid) })),
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
