import {
  COMMENTS_MAX,
  INVOICE_MAX_BYTES,
  INVOICE_MAX_COUNT,
  PO_NUMBER_MAX,
  SERVICE_ROWS_MAX,
  SHOP_NAME_MAX,
} from '#domain/core/limits.ts'
import {
  destroyedFile,
  FileBody,
  FilePart,
  fileManifestEntry,
  StoredFile,
  StoredPart,
} from '../core/documents.ts'
import { Day, Id, Instant, isInOrder, Money, Odometer, Text, Uuid, ZipOrPostalCode } from '../core/fields.ts'
import { Name } from '../core/names.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CreatedHistory, ManualHistory, OrderHistory } from './history-record.ts'

const serviceLine = z.object({
  service_definition_id: Id,
  price: Money,
  position: z.optional(Text(40)),
  service_miles: z.optional(Odometer),
  service_kilometers: z.optional(Odometer),
})
const inlineFile = z.object({ invoice_document_url: z.instanceof(File, { error: 'file' }) })
const attributes = z
  .array(z.union([destroyedFile, fileManifestEntry(INVOICE_MAX_BYTES), inlineFile]))
  .check(z.maxLength(INVOICE_MAX_COUNT * 2, 'max_files'))

/** Body of create and update (MHX-023): a multipart form or the same as JSON. Requires a shop or a custom shop name. */
export const ManualHistoryInput = z
  .object({
    id: z.optional(Uuid),
    vehicle_id: Id,
    /** Sent only when not empty (MHX-025). */
    zip: z.optional(ZipOrPostalCode),
    shop_id: z.optional(Id),
    custom_shop_name: z.optional(Name(SHOP_NAME_MAX)),
    po_number: z.optional(Text(PO_NUMBER_MAX)),
    customer_comments: z.optional(Text(COMMENTS_MAX)),
    odometer: Odometer,
    date_of_completion: Day,
    /** Always true (MHX-026). */
    with_manual_history: z.optional(z.boolean()),
    vehicle_services: z
      .array(serviceLine)
      .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
    maintenance_documents_attributes: z.optional(attributes),
    /** When the user entered it, if that was before it could be sent. */
    entered_at: z.optional(Instant),
  })
  .check(
    z.refine((h) => h.shop_id !== undefined || h.custom_shop_name !== undefined, {
      error: 'shop_required',
      path: ['custom_shop_name'],
    }),
  )
export type ManualHistoryInput = z.infer<typeof ManualHistoryInput>

export const historyContract = {
  list: call({ access: 'history.read' })
    .route({
      method: 'GET',
      path: v4('/manual_maintenance_histories'),
      tags: ['maintenance'],
      summary: 'Manual histories, newest first',
    })
    .input(
      z
        .object({
          appointment_datetime_from: z.optional(Day),
          appointment_datetime_to: z.optional(Day),
          vehicle_id: z.optional(Id),
          ...pageQuery(50, 200),
        })
        .check(isInOrder('appointment_datetime_from', 'appointment_datetime_to')),
    )
    .output(z.object({ manual_maintenance_histories: z.array(ManualHistory), ...pageFields })),
  create: call({
    access: 'history.create',
    kind: 'write',
    idempotent: true,
    problems: ['id_reused', 'gone', 'storage_full'],
  })
    .route({
      method: 'POST',
      path: v4('/manual_maintenance_histories'),
      tags: ['maintenance'],
      summary: 'Enter maintenance',
      successStatus: 201,
    })
    .input(ManualHistoryInput)
    .output(CreatedHistory),
  show: call({ access: 'history.read', problems: ['gone'] })
    .route({
      method: 'GET',
      path: v4('/manual_maintenance_histories/{id}'),
      tags: ['maintenance'],
      summary: 'One manual history',
    })
    .input(z.object({ id: Uuid }))
    .output(ManualHistory),
  /** Entries that the caller may not correct as their author need `history.edit` (ruling 36). */
  update: call({
    access: 'history.correctOwn',
    kind: 'write',
    idempotent: true,
    problems: ['gone', 'id_reused', 'storage_full'],
  })
    .route({
      method: 'PUT',
      path: v4('/manual_maintenance_histories/{id}'),
      tags: ['maintenance'],
      summary: 'Change a manual history',
    })
    .input(z.safeExtend(ManualHistoryInput, { id: Uuid }))
    .output(ManualHistory),
  /** As `update`: the entries of others need `history.delete`. */
  destroy: call({ access: 'history.correctOwn', kind: 'write', idempotent: true, problems: ['gone'] })
    .route({
      method: 'DELETE',
      path: v4('/manual_maintenance_histories/{id}'),
      tags: ['maintenance'],
      summary: 'Delete a manual history',
    })
    .input(z.object({ id: Uuid }))
    .output(z.object({ success: z.literal(true), id: Uuid })),
  /**
   * Uploads an announced invoice. The server verifies size, digest and content. Idempotent. Without bytes it assembles
   * the uploaded parts: 409 `wrong_offset` while some are missing.
   */
  putFile: call({ access: 'history.create', kind: 'write', idempotent: true })
    .route({
      method: 'PUT',
      path: v4('/maintenance_documents/{id}'),
      tags: ['maintenance'],
      summary: 'Send an invoice',
    })
    .input(z.object({ id: Uuid, file: z.optional(z.instanceof(Blob)) }))
    .output(StoredFile),
  /**
   * Stores a part of an announced invoice, for its sender only. A gap is rejected with 409 `wrong_offset`; bytes that
   * are already stored are not written again. `putFile` without bytes then completes the file.
   */
  putPart: call({ access: 'history.create', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/maintenance_documents/{id}/parts/{offset}'),
      tags: ['maintenance'],
      summary: 'Send a part of an invoice',
    })
    .input(FilePart)
    .output(StoredPart),
  /**
   * Returns the bytes of a stored invoice; 404 until it is uploaded. The headers prevent active content from running.
   */
  getFile: call({ access: 'history.read', problems: ['gone'] })
    .route({
      method: 'GET',
      path: v4('/maintenance_documents/{id}'),
      tags: ['maintenance'],
      summary: 'Open an invoice',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: Uuid }))
    .output(FileBody),
  /** Shop orders and manual histories of a vehicle, each with its own paging (MHX-044, MHX-045, MHX-051). */
  vehicleHistory: call({ access: 'history.read' })
    .route({
      method: 'GET',
      path: v4('/vehicles/vehicle_maintenance_history'),
      tags: ['maintenance'],
      summary: 'History of a vehicle',
    })
    .input(
      z.object({
        vehicleId: Id,
        pageMH: z._default(z.int().check(z.gte(1)), 1),
        pageMMH: z._default(z.int().check(z.gte(1)), 1),
      }),
    )
    .output(
      z.object({
        maintenance_histories: z.array(OrderHistory),
        manual_maintenance_histories: z.array(ManualHistory),
        total_pages: z.object({ maintenance_histories: z.int(), manual_maintenance_histories: z.int() }),
      }),
    ),
}
