import { FLEET_QUERY_MIN, TRANSFER_ROWS_PER_PAGE, TRANSFER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { FleetName } from '../access/fleet.ts'
import { Id, Instant, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** `completed_with_errors`: at least one vehicle was rejected. */
const TRANSFER_STATUSES = ['waiting', 'running', 'completed', 'completed_with_errors'] as const
const TRANSFER_ROW_STATES = ['waiting', 'moved', 'refused'] as const

/** Why a vehicle is not moved. */
const TRANSFER_REJECTIONS = [
  /** Deleted, or no longer in the named old fleets. */
  'not_found',
  'already_there',
  'open_order',
  'duplicate_vin',
  /** Distances and amounts are in the unit and currency of the country. */
  'other_country',
  /** The destination was deleted, or left the company. */
  'fleet_gone',
  /** The user lost the right meanwhile. */
  'not_allowed',
  'internal',
] as const
export type TransferRejection = (typeof TRANSFER_REJECTIONS)[number]

/** A value that another vehicle of the destination also has. The vehicle moves anyway. */
const TRANSFER_WARNINGS = ['same_plate', 'same_other_id'] as const
export type TransferWarning = (typeof TRANSFER_WARNINGS)[number]

/** A vehicle of a transfer with its outcome. */
export const TransferRow = z.object({
  vehicle_id: Id,
  /** null: the vehicle was not visible when the transfer was requested. */
  vehicle_name: z.nullable(z.string()),
  old_fleet: z.nullable(FleetName),
  state: z.enum(TRANSFER_ROW_STATES),
  reason: z.nullable(z.enum(TRANSFER_REJECTIONS)),
  /** The order that blocks it (`open_order`). */
  order_id: z.nullable(Id),
  warnings: z.array(z.enum(TRANSFER_WARNINGS)),
})
export type TransferRow = z.infer<typeof TransferRow>

/** Progress and outcome of a transfer. */
export const VehicleTransfer = z.object({
  id: Uuid,
  status: z.enum(TRANSFER_STATUSES),
  new_fleet: FleetName,
  vehicles_total: z.int(),
  moved: z.int(),
  refused: z.int(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
  /** The first 50 rejected vehicles; `vehicles` lists all. */
  refused_vehicles: z.array(TransferRow),
})
export type VehicleTransfer = z.infer<typeof VehicleTransfer>

/** A vehicle of one of the company's fleets, in the grids of the transfer. */
export const TransferCandidate = z.object({
  id: Id,
  name: z.string(),
  vin: z.nullable(z.string()),
  license_plate_number: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  is_active: z.boolean(),
  fleet: FleetName,
  /** The open order that blocks a transfer. */
  open_order_id: z.nullable(Id),
})
export type TransferCandidate = z.infer<typeof TransferCandidate>

/** A vehicle that will not move, or will move with a warning. */
export const TransferFinding = z.object({
  vehicle_id: Id,
  vehicle_name: z.nullable(z.string()),
  old_fleet: z.nullable(FleetName),
  problem: z.nullable(z.enum(TRANSFER_REJECTIONS)),
  order_id: z.nullable(Id),
  warnings: z.array(z.enum(TRANSFER_WARNINGS)),
})
export type TransferFinding = z.infer<typeof TransferFinding>

const ids = (max: number) => z.array(Id).check(z.minLength(1, 'required'), z.maxLength(max, 'too_many'))
export const TransferInput = z
  .object({
    vehicle_ids: ids(TRANSFER_VEHICLES_MAX),
    /** Current fleets of the vehicles. A vehicle that is in another fleet by then is rejected. */
    old_fleet_ids: ids(TRANSFER_VEHICLES_MAX),
    new_fleet_id: Id,
  })
  .check(
    z.refine((input) => !input.old_fleet_ids.includes(input.new_fleet_id), {
      error: 'same_fleet',
      path: ['new_fleet_id'],
    }),
  )
export type TransferInput = z.infer<typeof TransferInput>

const path = (rest = '') => v4(`/vehicles/transfer_vehicles${rest}`)

/** Moves vehicles between fleets of the actor's management company (ruling 34). Other companies' fleets: 404. */
export const transfersContract = {
  /**
   * Moves vehicles, each completely or not at all (FMC-059). A few are moved before the response; many are moved in the
   * background, and the response has the progress. The same Idempotency-Key returns the same transfer.
   */
  create: call({ access: 'transfers.make', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: path(),
      tags: ['vehicles'],
      summary: 'Transfer vehicles to another fleet',
    })
    .input(TransferInput)
    .output(VehicleTransfer),
  /** Lists what would be rejected, and why, without moving anything. */
  check: call({ access: 'transfers.make', kind: 'write' })
    .route({
      method: 'POST',
      path: path('/check'),
      tags: ['vehicles'],
      summary: 'Check a transfer of vehicles before it is saved',
    })
    .input(TransferInput)
    .output(z.object({ movable: z.int(), findings: z.array(TransferFinding) })),
  /** The user's own transfers, newest first. */
  list: call({ access: 'transfers.make' })
    .route({ method: 'GET', path: path(), tags: ['vehicles'], summary: 'Own transfers of vehicles' })
    .input(z.object(pageQuery(10, 50)))
    .output(z.object({ transfers: z.array(VehicleTransfer), ...pageFields })),
  /**
   * Vehicles that can be chosen: of one fleet, or by a search over all fleets of the company. One of the two is
   * required. A search needs three characters (FMC-062).
   */
  candidates: call({ access: 'transfers.make' })
    .route({
      method: 'GET',
      path: path('/candidates'),
      tags: ['vehicles'],
      summary: 'Vehicles that can be transferred',
    })
    .input(
      z
        .object({
          fleet_id: z.optional(Id),
          query: z.optional(
            z.string().check(z.minLength(FLEET_QUERY_MIN, 'too_short'), z.maxLength(100, 'too_long')),
          ),
          ...pageQuery(TRANSFER_ROWS_PER_PAGE, 500),
        })
        .check(
          z.refine((query) => query.fleet_id !== undefined || query.query !== undefined, {
            error: 'required',
            path: ['fleet_id'],
          }),
        ),
    )
    .output(
      z.object({
        vehicles: z.array(TransferCandidate),
        /** A search found more vehicles than the thousand on its pages. */
        has_more: z.boolean(),
        ...pageFields,
      }),
    ),
  show: call({ access: 'transfers.make' })
    .route({
      method: 'GET',
      path: path('/{id}'),
      tags: ['vehicles'],
      summary: 'Progress and outcome of a transfer of vehicles',
    })
    .input(z.object({ id: Uuid }))
    .output(VehicleTransfer),
  /** Rejected vehicles first, then in the order of the request. */
  vehicles: call({ access: 'transfers.make' })
    .route({
      method: 'GET',
      path: path('/{id}/vehicles'),
      tags: ['vehicles'],
      summary: 'Outcome of a transfer for each vehicle',
    })
    .input(z.object({ id: Uuid, state: z.optional(z.enum(TRANSFER_ROW_STATES)), ...pageQuery(50, 500) }))
    .output(z.object({ vehicles: z.array(TransferRow), ...pageFields })),
}
