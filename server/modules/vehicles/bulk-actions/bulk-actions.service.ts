import type {
  BulkAction,
  BulkActionInput,
  BulkActionItem,
  BulkRefusal,
} from '#contract/vehicles/bulk-actions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { mayApply, refusalOf } from './apply-to-vehicle.ts'
import {
  type ActionValue,
  cancelAction,
  doneItems,
  findAction,
  insertAction,
  openActions,
  pageOfItems,
  REFUSED_SHOWN,
  vehiclesNow,
} from './bulk-actions.repository.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>
type WithJobs = Pick<UseCase<'jobs'>, 'tx' | 'actor' | 'ports'>

/** Tells what an action would do to each vehicle. */
export async function checkAction({ tx, actor }: InFleet, input: BulkActionInput) {
  const value = valueFrom(actor, input)
  const known = new Map((await vehiclesNow(tx, actor, input.vehicle_ids)).map((one) => [one.id, one]))
  const items = [...new Set(input.vehicle_ids)].flatMap((id): BulkActionItem[] => {
    const vehicle = known.get(id)
    const reason = refusalOf(input.action, value, vehicle)
    return reason ? [{ vehicle_id: id, vehicle_name: vehicle?.name ?? null, state: 'refused', reason }] : []
  })
  const counts = new Map<BulkRefusal, number>()
  for (const { reason } of items) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return {
    possible: new Set(input.vehicle_ids).size - items.length,
    refused: items.length,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })),
    refused_items: items.slice(0, REFUSED_SHOWN),
  }
}

/** Records an action and its vehicles, and enqueues its job: 201. `tx` sees all fleets, because it enqueues. */
export async function createAction({ tx, actor, ports }: WithJobs, input: BulkActionInput) {
  const value = valueFrom(actor, input)
  const known = new Map((await vehiclesNow(tx, actor, input.vehicle_ids)).map((one) => [one.id, one.name]))
  const vehicles = [...new Set(input.vehicle_ids)]
    .sort((a, b) => a - b)
    .map((id) => ({ id, name: known.get(id) ?? null }))
  const id = await insertAction(tx, actor, { action: input.action, value }, vehicles)
  await ports.jobs.enqueue(tx, 'bulk-action', { id }, { fleetId: actor.fleet.id })
  return { body: await showAction({ tx, actor }, id), status: 201 } as const
}

/** Errors: not_found. */
export async function showAction({ tx, actor }: InFleet, id: string): Promise<BulkAction> {
  const action = await findAction(tx, actor, id)
  if (!action) throw new Problem('not_found')
  return action
}

/** Lists the vehicles of an action. Errors: not_found. */
export async function listActionItems(
  { tx, actor }: InFleet,
  query: { id: string; state?: BulkActionItem['state'] | undefined; page: number; per_page: number },
) {
  await showAction({ tx, actor }, query.id)
  return pageOfItems(tx, query.id, query)
}

/** Stops an action. Errors: not_found. */
export async function stopAction({ tx, actor }: InFleet, id: string) {
  await showAction({ tx, actor }, id)
  await cancelAction(tx, id)
  return { body: await showAction({ tx, actor }, id) }
}

/** Starts the undo of a finished action. Errors: not_found, not_allowed, already_undone. */
export async function undoAction({ tx, actor, ports }: WithJobs, id: string) {
  const { action, finished_at, undoes } = await showAction({ tx, actor }, id)
  if (!mayApply(actor, action)) throw new Problem('not_allowed')
  if (finished_at === null || undoes !== null) throw new Problem('already_undone')
  const items = await doneItems(tx, id)
  try {
    const undo = await tx.attempt(() => insertAction(tx, actor, { action, value: null, undoes: id }, items))
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
function valueFrom(actor: Actor, input: BulkActionInput): ActionValue {
  const { action, department_number, driver_ids, weeks } = input
  if (!mayApply(actor, action)) throw new Problem('not_allowed')
  if (action === 'department') return { department_number: required('department_number', department_number) }
  if (action === 'drivers')
    return { driver_ids: [...new Set(required('driver_ids', driver_ids))].sort((a, b) => a - b) }
  if (action === 'snooze') return { weeks: required('weeks', weeks) }
  return { is_active: action === 'activate' }
}

function required<Value>(field: string, value: Value | undefined): Value {
  if (value === undefined) throw new Problem('validation', { fields: { [field]: ['required'] } })
  return value
}
