import { randomUUID } from 'node:crypto'
import type { Brand } from '#contract/core/brand.ts'
import type {
  BulkAction,
  BulkActionInput,
  BulkActionItem,
  BulkRejection,
  NewBulkAction,
} from '#contract/vehicles/bulk-actions.ts'
import {
  BOOKING_ACTION,
  FAR_FROM_SHOP_KM,
  isOrderAction,
  isReversible,
} from '#domain/vehicles/bulk-action-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { orderRejection } from '../../orders/bulk/apply-to-order.ts'
import { type BookingPlan, planBookings } from '../../orders/bulk/book-vehicle.ts'
import { ordersNow } from '../../orders/bulk/orders-now.reads.ts'
import { requireDrivers } from '../vehicles/vehicle-entry.service.ts'
import { isOffered, mayApply, rejectionOf } from './apply-to-vehicle.ts'
import type { ActionTarget, ActionValue } from './bulk-action-types.ts'
import {
  cancelAction,
  countOpenOrders,
  doneItems,
  findAction,
  insertAction,
  isSameAction,
  openActions,
  pageOfItems,
  REJECTED_ITEMS_SHOWN,
  vehiclesNow,
} from './bulk-actions.repository.ts'

/** Number of planned bookings in a response; the others are only counted. */
const BOOKINGS_SHOWN = 50
/** Number of vehicles or orders that a preview names. */
const POSSIBLE_SHOWN = 10

type InFleet = Pick<UseCase, 'tx' | 'actor'>
type Checking = Pick<UseCase, 'tx' | 'actor' | 'clock'>
type WithJobs = Pick<UseCase<'jobs'>, 'tx' | 'actor' | 'ports'>

/** Returns what an action would do to each vehicle or order. */
export async function checkAction(useCase: Checking, input: BulkActionInput) {
  const value = await valueFrom(useCase, input)
  if (input.action !== BOOKING_ACTION) {
    const rows = await checkedRows(useCase, input, value)
    const possible = await possibleOf(useCase, input, rows)
    return { ...summaryOf(rows), ...possible, bookings: [], far: 0, time_zone: null }
  }
  const { plans, time_zone } = await planBookings(useCase, value, uniqueIds('vehicle_ids', input.vehicle_ids))
  const bookings = plans.flatMap(({ vehicle_id, name, services, appointment_datetime, location }) =>
    appointment_datetime === null
      ? []
      : [{ vehicle_id, vehicle_name: name ?? '', services, appointment_datetime, ...location }],
  )
  const far = bookings.filter(({ kilometers }) => (kilometers ?? 0) > FAR_FROM_SHOP_KM).length
  const shown = bookings.slice(0, BOOKINGS_SHOWN)
  return { ...summaryOf(plans.map(rowOfPlan)), bookings: shown, far, time_zone }
}

/** Names the first rows that would change, and counts the open orders of vehicles that would be deactivated. */
async function possibleOf({ tx, actor }: InFleet, { action }: BulkActionInput, rows: readonly CheckedRow[]) {
  const possible = rows.flatMap(({ reason, name, order_id, vehicle_id }) =>
    reason ? [] : [{ id: order_id ?? vehicle_id ?? 0, name }],
  )
  return {
    possible_items: possible.slice(0, POSSIBLE_SHOWN),
    ...(action === 'deactivate' && {
      open_orders: await countOpenOrders(
        tx,
        actor,
        possible.map(({ id }) => id),
      ),
    }),
  }
}

/** Counts the rows that would change, and those that would not by reason. */
function summaryOf(rows: readonly CheckedRow[]) {
  const items = rows.flatMap(({ reason, name, ...row }): BulkActionItem[] =>
    reason ? [{ ...row, vehicle_name: name, state: 'refused', reason }] : [],
  )
  const counts = new Map<BulkRejection, number>()
  for (const { reason } of items) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return {
    possible: rows.length - items.length,
    refused: items.length,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })),
    refused_items: items.slice(0, REJECTED_ITEMS_SHOWN),
  }
}

type CheckedRow = Pick<ActionTarget, 'vehicle_id' | 'order_id' | 'name'> & { reason: BulkRejection | null }

/** The rows of an action, and why each would stay as it is. */
async function checkedRows(
  useCase: Checking,
  input: BulkActionInput,
  value: ActionValue,
): Promise<CheckedRow[]> {
  const { tx, actor } = useCase
  const { action } = input
  const ids = targetIds(input)
  if (isOrderAction(action)) {
    const known = new Map((await ordersNow(tx, actor, ids)).map((order) => [order.id, order]))
    return ids.map((id) => {
      const order = known.get(id)
      const reason = orderRejection(actor, action, value, order)
      return { vehicle_id: order?.vehicle_id ?? null, order_id: id, name: order?.name ?? null, reason }
    })
  }
  if (action === BOOKING_ACTION) return (await planBookings(useCase, value, ids)).plans.map(rowOfPlan)
  const known = new Map((await vehiclesNow(tx, actor, ids)).map((vehicle) => [vehicle.id, vehicle]))
  return ids.map((id) => {
    const vehicle = known.get(id)
    const reason = rejectionOf(action, value, vehicle)
    return { vehicle_id: id, order_id: null, name: vehicle?.name ?? null, reason }
  })
}

const rowOfPlan = ({ vehicle_id, name, reason }: BookingPlan): CheckedRow => ({
  vehicle_id,
  order_id: null,
  name,
  reason,
})

/** The ids of the orders or vehicles of an action. */
const targetIds = ({ action, vehicle_ids, order_ids }: BulkActionInput): number[] =>
  isOrderAction(action) ? uniqueIds('order_ids', order_ids) : uniqueIds('vehicle_ids', vehicle_ids)

/** The ids in ascending order, so that two actions change them in the same order. */
const uniqueIds = (field: string, ids: number[] | undefined): number[] =>
  [...new Set(required(field, ids))].sort((a, b) => a - b)

/**
 * Records an action and its rows, and enqueues its job: 201. The same action again, by id: 200. `tx` sees all fleets,
 * because it enqueues. Errors: not_allowed, validation, id_reused.
 */
export async function createAction(useCase: Checking & WithJobs, input: NewBulkAction) {
  const { tx, actor, ports } = useCase
  const id = input.id ?? randomUUID()
  // Before the checks, which may fail since: a driver was deleted, a day has passed.
  if (await findAction(tx, actor, id)) return repeatedAction(useCase, id, input)
  const value = await valueFrom(useCase, input)
  const rows = await checkedRows(useCase, input, value)
  const targets = rows.map(({ reason: _, ...target }) => target)
  if (!(await insertAction(tx, actor, { id, action: input.action, value }, targets)))
    return repeatedAction(useCase, id, input)
  await ports.jobs.enqueue(tx, 'bulk-action', { id }, { fleetId: actor.fleet.id })
  return { body: await showAction({ tx, actor }, id), status: 201 } as const
}

/** Errors: not_allowed, validation, id_reused. */
async function repeatedAction({ tx, actor }: InFleet, id: string, input: NewBulkAction) {
  const { action } = input
  const ids = targetIds(input)
  if (!(await isSameAction(tx, actor, { id, action, value: actionValueOf(actor, input) }, ids)))
    throw new Problem('id_reused')
  return { body: await showAction({ tx, actor }, id), status: 200 } as const
}

/** Errors: not_found. */
export async function showAction({ tx, actor }: InFleet, id: string): Promise<BulkAction> {
  const action = await findAction(tx, actor, id)
  if (!action) throw new Problem('not_found')
  return action
}

/** Lists the rows of an action. Errors: not_found. */
export async function listActionItems(
  { tx, actor }: InFleet,
  query: { id: string; state?: BulkActionItem['state'] | undefined; page: number; per_page: number },
) {
  await showAction({ tx, actor }, query.id)
  return pageOfItems(tx, query.id, query)
}

/** Stops an action, but no undo: an action is undone once, so the rest could not be undone later. Errors: not_found. */
export async function stopAction({ tx, actor }: InFleet, id: string) {
  const { undoes } = await showAction({ tx, actor }, id)
  if (undoes === null) await cancelAction(tx, id)
  return { body: await showAction({ tx, actor }, id) }
}

/** Starts the undo of a finished action. Errors: not_found, not_allowed, not_offered, already_undone. */
export async function undoAction({ tx, actor, ports, brand }: WithJobs & { brand: Brand }, id: string) {
  const { action, finished_at, undoes } = await showAction({ tx, actor }, id)
  if (!mayApply(actor, action)) throw new Problem('not_allowed')
  if (!isOffered(brand, action)) throw new Problem('not_offered')
  if (finished_at === null || undoes !== null || !isReversible(action)) throw new Problem('already_undone')
  const items = await doneItems(tx, id)
  try {
    const undo = randomUUID()
    await tx.attempt(() => insertAction(tx, actor, { id: undo, action, value: null, undoes: id }, items))
    await ports.jobs.enqueue(tx, 'bulk-action', { id: undo }, { fleetId: actor.fleet.id })
    return { body: await showAction({ tx, actor }, undo) }
  } catch (error) {
    if (isUniqueViolation(error, 'bulk_actions_undone_once')) throw new Problem('already_undone')
    throw error
  }
}

/** Enqueues every unfinished action again, after a server was killed. */
export async function resumeActions({
  db,
  ports,
}: {
  db: Database
  ports: Pick<Ports, 'jobs'>
}): Promise<void> {
  const open = await openActions(db)
  await db.system(async (tx: Transaction) => {
    for (const { id, fleet_id: fleetId } of open)
      await ports.jobs.enqueue(tx, 'bulk-action', { id }, { fleetId })
  })
}

/** Returns what the action sets. Errors: not_allowed, validation. */
async function valueFrom({ tx, actor }: InFleet, input: BulkActionInput): Promise<ActionValue> {
  const value = actionValueOf(actor, input)
  if (value.driver_ids) await requireDrivers(tx, actor, null, value.driver_ids)
  return value
}

/** Does not check whether the drivers exist. Errors: not_allowed, validation. */
function actionValueOf(actor: Actor, input: BulkActionInput): ActionValue {
  const { action, department_number, weeks, po_number, note } = input
  if (!mayApply(actor, action)) throw new Problem('not_allowed')
  if (action === 'department') return { department_number: required('department_number', department_number) }
  if (action === 'drivers') return { driver_ids: uniqueIds('driver_ids', input.driver_ids) }
  if (action === 'snooze') return { weeks: required('weeks', weeks) }
  if (action === BOOKING_ACTION)
    return { shop_id: required('shop_id', input.shop_id), from_day: input.from_day }
  if (action === 'po_number') return { po_number: required('po_number', po_number) }
  if (action === 'cancel_orders') return note === undefined ? {} : { note }
  return { is_active: action === 'activate' }
}

function required<Value>(field: string, value: Value | undefined): Value {
  if (value === undefined) throw new Problem('validation', { fields: { [field]: ['required'] } })
  return value
}
