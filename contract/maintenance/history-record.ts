import { documentFields } from '../core/documents.ts'
import { DistanceUnit, Id, Instant, Money, MoneySum, Uuid } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** Invoice of a history entry; `invoice_document_url.url` opens it. */
export const MaintenanceDocument = z.object({
  ...documentFields,
  invoice_document_url: z.object({ url: z.string() }),
})
export type MaintenanceDocument = z.infer<typeof MaintenanceDocument>

/** Service row of a manual history. Distances: miles in the US, kilometers in Canada; the other one is null. */
const HistoryService = z.object({
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
  /**
   * Copied from an order of the vehicle's earlier fleet, whose prices stay there. A price or odometer of 0 is unknown.
   * Missing in older local copies.
   */
  is_carried_over: z.optional(z.boolean()),
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
  /** Missing in older local copies. */
  invoice_number: z.optional(z.nullable(z.string())),
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
