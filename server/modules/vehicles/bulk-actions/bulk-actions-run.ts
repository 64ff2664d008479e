import { distanceUnitOf } from '#contract/core/locale.ts'
import { BULK_REJECTIONS, type BulkRejection } from '#contract/vehicles/bulk-actions.ts'
import { BOOKING_ACTION, type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'
import type { Actor } from '#server/actor.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/db/database-errors.ts'
import { ServerStops } from '#server/jobs/server-stops.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { mayActFor } from '../../access/fleet-access.ts'
import { applyToOrder, undoOnOrder } from '../../orders/bulk/apply-to-order.ts'
import { bookVehicle, undoBooking } from '../../orders/bulk/book-vehicle.ts'
import { ordersNow } from '../../orders/bulk/orders-now.reads.ts'
import { lockDrivers } from '../vehicles/vehicle-entry.service.ts'
import { applyToVehicle, isOffered, mayApply, undoOnVehicle } from './apply-to-vehicle.ts'
import type { Outcome, VehicleNow, WaitingItem } from './bulk-action-types.ts'
import {
  beginAction,
  finishAction,
  lockVehicles,
  saveOutcomes,
  takeItems,
  vehiclesNow,
} from './bulk-actions.repository.ts'

/** Vehicles in one transaction: a cancellation waits for at most this many. */
const CHUNK = 50
/**
 * Orders or bookings in one transaction. A change of an order locks more than its row, in an order that only the single change
 * knows, so several in one transaction could deadlock with the changes of other users.
 */
const ORDER_CHUNK = 1
/** Minimum interval between notifications to the fleet's devices that vehicles changed. */
const ANNOUNCE_MS = 1000

interface BulkActionsRunDeps {
  db: Database
  clock: () => Date
  ports: Pick<Ports, 'brands' | 'announce'>
  log: { error(about: object, message: string): void }
  /** Rows in one transaction, for tests. */
  chunk?: number
}

/**
 * Runs bulk actions. Each chunk of vehicles or orders, with the record of what happened to them, is one transaction, so a
 * kill at any point neither loses nor doubles anything. Several servers may run the same action.
 */
export function bulkActionsRun(deps: BulkActionsRunDeps) {
  let isStopping = false
  return {
    /** Continues an action until no row is waiting or it is canceled. Throws ServerStops if the server stops first. */
    async run(id: string): Promise<void> {
      let announcedAt = Number.NEGATIVE_INFINITY
      for (;;) {
        if (isStopping) throw new ServerStops()
        // Read again for each chunk, because the user may lose the right, or the fleet the feature, meanwhile.
        const job = await beginAction(deps.db, id)
        if (!job) return
        const actor = actorOf(job)
        const isAllowed =
          job.user_is_active &&
          mayActFor(job.roles, job.access) &&
          mayApply(actor, job.action) &&
          isOffered(brandOrDefault(deps.ports.brands, job.brand), job.action)
        const decided = await deps.db.tenant(job.fleet_id, (tx) =>
          runChunk(deps, tx, job, isAllowed ? actor : null),
        )
        if (decided === 0 || performance.now() - announcedAt > ANNOUNCE_MS) {
          deps.ports.announce(job.fleet_id)
          announcedAt = performance.now()
        }
        if (decided === 0) return
      }
    },
    /** Stops after the current chunk; the next run continues. */
    stop() {
      isStopping = true
    },
  }
}
export type BulkActionsRun = ReturnType<typeof bulkActionsRun>
type Job = NonNullable<Awaited<ReturnType<typeof beginAction>>>

function actorOf({
  fleet_id: id,
  country,
  time_zone: timeZone,
  affiliation_id: affiliationId,
  ...job
}: Job): Actor {
  const fleet = { id, country, unit: distanceUnitOf(country), timeZone, affiliationId }
  return { userId: job.user_id, roles: job.roles, language: job.language, fleet }
}

interface Target {
  item: WaitingItem
  /** The locked vehicles of the chunk, as they are before it; empty for orders and bookings. */
  vehicles: ReadonlyMap<number, VehicleNow>
}

/** Locks the vehicles of a chunk and reads them with one query. */
async function lockedVehicles(
  tx: Transaction,
  actor: Actor,
  items: readonly WaitingItem[],
): Promise<ReadonlyMap<number, VehicleNow>> {
  const ids = items.flatMap((item) => item.vehicle_id ?? [])
  await lockVehicles(tx, actor.fleet.id, ids)
  return new Map((await vehiclesNow(tx, actor, ids)).map((vehicle) => [vehicle.id, vehicle]))
}

/** Locks the drivers that a chunk assigns, or gives back, before its vehicles, as the form of a user does. */
async function lockDriversOf(tx: Transaction, job: Job, items: readonly WaitingItem[]): Promise<void> {
  const ids = [job.value, ...items.map((item) => item.before)].flatMap((value) => value?.driver_ids ?? [])
  if (ids.length > 0) await lockDrivers(tx, [...new Set(ids)])
}

/** @returns how many rows it decided; 0: the action is over */
async function runChunk(
  deps: BulkActionsRunDeps,
  tx: Transaction,
  job: Job,
  actor: Actor | null,
): Promise<number> {
  const items = await takeItems(tx, job.id, deps.chunk ?? chunkOf(job.action))
  if (!items) return 0
  if (items.length === 0) {
    await finishAction(tx, job.id)
    return 0
  }
  if (actor) await lockDriversOf(tx, job, items)
  const vehicles = actor && chunkOf(job.action) > 1 ? await lockedVehicles(tx, actor, items) : none
  const outcomes: (Outcome & { position: number })[] = []
  for (const item of items)
    outcomes.push({
      position: item.position,
      ...(actor ? await decide(deps, { tx, actor }, job, { item, vehicles }) : rejected('not_allowed')),
    })
  await saveOutcomes(tx, job.id, outcomes)
  return items.length
}

/** Applies the action to one vehicle or order. A problem refuses only this one; the others continue. */
async function decide(
  { clock, ports, log }: BulkActionsRunDeps,
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  job: Job,
  { item, vehicles }: Target,
): Promise<Outcome> {
  try {
    return await tx.attempt(() => change({ tx, actor, clock, ports }, job, { item, vehicles }))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const reason = error instanceof Problem && BULK_REJECTIONS.find((known) => known === error.code)
    if (!reason) {
      const { vehicle_id: vehicle, order_id: order } = item
      log.error({ err: error, action: job.id, vehicle, order }, 'A bulk action failed on one of its rows')
    }
    return rejected(reason || 'internal')
  }
}

async function change(useCase: UseCase<'brands'>, job: Job, { item, vehicles }: Target): Promise<Outcome> {
  const { tx, actor } = useCase
  const { action } = job
  const undone = item.before && item.after && { before: item.before, after: item.after }
  if (isOrderAction(action)) {
    const [order] = await ordersNow(tx, actor, [item.order_id ?? 0])
    if (!order) return rejected('not_found')
    return undone
      ? undoOnOrder(useCase, undone, order)
      : applyToOrder(useCase, action, job.value ?? {}, order)
  }
  if (action === BOOKING_ACTION)
    return undone
      ? undoBooking(useCase, undone.after)
      : bookVehicle(useCase, job.value ?? {}, item.vehicle_id ?? 0)
  const vehicle = vehicles.get(item.vehicle_id ?? 0)
  if (!vehicle) return rejected('not_found')
  return undone
    ? undoOnVehicle(useCase, action, undone, vehicle)
    : applyToVehicle(useCase, action, job.value ?? {}, vehicle)
}

const none: ReadonlyMap<number, VehicleNow> = new Map()
const chunkOf = (action: BulkActionName) =>
  isOrderAction(action) || action === BOOKING_ACTION ? ORDER_CHUNK : CHUNK
const rejected = (reason: BulkRejection): Outcome => ({ state: 'refused', reason })
