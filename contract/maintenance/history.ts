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
  documentFields,
  FileBody,
  FilePart,
  fileManifestEntry,
  StoredFile,
  StoredPart,
} from '../core/documents.ts'
import {
  Day,
  DistanceUnit,
  Id,
  Instant,
  Money,
  MoneySum,
  Odometer,
  Text,
  Uuid,
  ZipOrPostalCode,
} from '../core/fields.ts'
import { Name } from '../core/names.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Invoice of a history entry; `invoice_document_url.url` opens it. */
export const MaintenanceDocument = z.object({
  ...documentFields,
  invoice_document_url: z.object({ url: z.string() }),
})
export type MaintenanceDocument = z.infer<typeof MaintenanceDocument>

/** Service row of a manual history. Distances: miles in the US, kilometres in Canada; the other one is null. */
export const HistoryService = z.object({
  id: Uuid,
  service_definition_id: Id,
  name: z.string(),
  price: Money,
  position: z.nullable(z.string()),
  service_miles: z.nullable(z.int()),
  service_kilometers: z.nullable(z.int()),
  /** Always sent, because manual entries are completed work (MHX-036, MHX-037). Missing in older local copies. */
  status: z.optional(z.literal('complete')),
})
export type HistoryService = z.infer<typeof HistoryService>

/** Manual maintenance history (MHX-038). */
export const ManualHistory = z.object({
  id: Uuid,
  vehicle_id: Id,
  shop_id: z.nullable(Id),
  shop: z.nullable(z.object({ name: z.string(), city: z.string(), state: z.string() })),
  custom_shop_name: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  customer_comments: z.nullable(z.string()),
  odometer: z.int(),
  odometer_units: DistanceUnit,
  date_of_completion: z.string(),
  /** Always 'Manually Entered' (SVC-046). */
  maintenance_type: z.literal('Manually Entered'),
  /** Manual entries count as completed (MHX-036, MHX-037). */
  status: z.optional(z.literal('complete')),
  order_services: z.array(HistoryService),
  total: MoneySum,
  maintenance_documents: z.array(MaintenanceDocument),
  /** Number of announced files that were not uploaded yet. */
  attachments_missing: z.int(),
  created_by_name: z.nullable(z.string()),
  entered_at: z.nullable(Instant),
  updated_at: Instant,
  rev: z.int(),
})
export type ManualHistory = z.infer<typeof ManualHistory>

/** A possible duplicate entered by another user or twice, with enough fields to compare. */
export const PossibleDuplicate = z.object({
  id: Uuid,
  date_of_completion: z.string(),
  odometer: z.int(),
  odometer_units: DistanceUnit,
  /** Services that both entries have, in the language of the request. */
  services: z.array(z.string()),
  shop_name: z.nullable(z.string()),
  total: MoneySum,
  created_by_name: z.nullable(z.string()),
  /** Whether the caller created that entry too. */
  is_own: z.boolean(),
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

/**
 * Response to a create. `possibleDuplicates` is present only if there are any: same vehicle, a service in common,
 * completed within a day, odometer within 1 % (`limits.ts`). The entry is created in any case.
 */
export const CreatedHistory = z.extend(ManualHistory, {
  possibleDuplicates: z.optional(z.array(PossibleDuplicate)),
})
export type CreatedHistory = z.infer<typeof CreatedHistory>

/** Shop order in the history table (MHX-040). */
export const OrderHistory = z.object({
  id: Id,
  vehicle_id: Id,
  maintenance_type: z.literal('FleetAdvise'),
  status: z.string(),
  appointment_datetime: z.string(),
  /** When the shop completed the work; null: not yet, or not recorded. */
  completed_at: z.nullable(z.string()),
  shop: z.nullable(z.object({ name: z.string(), city: z.string(), state: z.string() })),
  custom_shop_name: z.nullable(z.string()),
  miles: z.nullable(z.int()),
  kilometers: z.nullable(z.int()),
  po_number: z.nullable(z.string()),
  /** Missing in older local copies: `service_definition_id`. */
  order_services: z.array(
    z.object({
      service_definition_id: z.optional(Id),
      name: z.string(),
      status: z.string(),
      total: Money,
    }),
  ),
  total: MoneySum,
  maintenance_documents: z.array(MaintenanceDocument),
})
export type OrderHistory = z.infer<typeof OrderHistory>

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
      z.object({
        appointment_datetime_from: z.optional(Day),
        appointment_datetime_to: z.optional(Day),
        vehicle_id: z.optional(Id),
        ...pageQuery(50, 200),
      }),
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
  update: call({
    access: 'history.edit',
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
  destroy: call({ access: 'history.delete', kind: 'write', idempotent: true, problems: ['gone'] })
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
      summary: 'Open a invoice',
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
