import type { BulkAct, BulkActInput, BulkActItem, BulkRefusal } from '#contract/vehicles/bulk-acts.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { mayAct, refusalOf } from './act-on-vehicle.ts'
import {
  type ActValue,
  cancelAct,
  doneItems,
  findAct,
  insertAct,
  openActs,
  pageOfItems,
  REFUSED_SHOWN,
  vehiclesNow,
} from './bulk-acts.repository.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>
type WithJobs = Pick<UseCase<'jobs'>, 'tx' | 'actor' | 'ports'>

/** Tells what an act would do to each vehicle. */
export async function checkAct({ tx, actor }: InFleet, input: BulkActInput) {
  const value = valueFrom(actor, input)
  const known = new Map((await vehiclesNow(tx, actor, input.vehicle_ids)).map((one) => [one.id, one]))
  const items = [...new Set(input.vehicle_ids)].flatMap((id): BulkActItem[] => {
    const vehicle = known.get(id)
    const reason = refusalOf(input.act, value, vehicle)
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

/** Records an act and its vehicles, and enqueues its job: 201. `tx` sees all fleets, because it enqueues. */
export async function createAct({ tx, actor, ports }: WithJobs, input: BulkActInput) {
  const value = valueFrom(actor, input)
  const known = new Map((await vehiclesNow(tx, actor, input.vehicle_ids)).map((one) => [one.id, one.name]))
  const vehicles = [...new Set(input.vehicle_ids)]
    .sort((a, b) => a - b)
    .map((id) => ({ id, name: known.get(id) ?? null }))
  const id = await insertAct(tx, actor, { act: input.act, value }, vehicles)
  await ports.jobs.enqueue(tx, 'bulk-act', { id })
  return { body: await showAct({ tx, actor }, id), status: 201 } as const
}

/** Errors: not_found. */
export async function showAct({ tx, actor }: InFleet, id: string): Promise<BulkAct> {
  const act = await findAct(tx, actor, id)
  if (!act) throw new Problem('not_found')
  return act
}

/** Lists the vehicles of an act. Errors: not_found. */
export async function listActItems(
  { tx, actor }: InFleet,
  query: { id: string; state?: BulkActItem['state'] | undefined; page: number; per_page: number },
) {
  await showAct({ tx, actor }, query.id)
  return pageOfItems(tx, query.id, query)
}

/** Stops an act. Errors: not_found. */
export async function stopAct({ tx, actor }: InFleet, id: string) {
  await showAct({ tx, actor }, id)
  await cancelAct(tx, id)
  return { body: await showAct({ tx, actor }, id) }
}

/** Starts the undo of a finished act. Errors: not_found, not_allowed, already_undone. */
export async function undoAct({ tx, actor, ports }: WithJobs, id: string) {
  const { act, finished_at, undoes } = await showAct({ tx, actor }, id)
  if (!mayAct(actor, act)) throw new Problem('not_allowed')
  if (finished_at === null || undoes !== null) throw new Problem('already_undone')
  const items = await doneItems(tx, id)
  try {
    const undo = await tx.attempt(() => insertAct(tx, actor, { act, value: null, undoes: id }, items))
    await ports.jobs.enqueue(tx, 'bulk-act', { id: undo })
    return { body: await showAct({ tx, actor }, undo) }
  } catch (error) {
    if (isUniqueViolation(error, 'bulk_acts_undone_once')) throw new Problem('already_undone')
    throw error
  }
}

/** Enqueues every unfinished act again, after a server was killed. */
export async function resumeActs({ db, ports }: { db: Database; ports: Pick<Ports, 'jobs'> }): Promise<void> {
  const ids = await openActs(db)
  await db.system(async (tx: Transaction) => {
    for (const id of ids) await ports.jobs.enqueue(tx, 'bulk-act', { id })
  })
}

/** Returns what the act sets. Errors: not_allowed, validation. */
function valueFrom(actor: Actor, input: BulkActInput): ActValue {
  const { act, department_number, driver_ids, weeks } = input
  if (!mayAct(actor, act)) throw new Problem('not_allowed')
  if (act === 'department') return { department_number: required('department_number', department_number) }
  if (act === 'drivers')
    return { driver_ids: [...new Set(required('driver_ids', driver_ids))].sort((a, b) => a - b) }
  if (act === 'snooze') return { weeks: required('weeks', weeks) }
  return { is_active: act === 'activate' }
}

function required<Value>(field: string, value: Value | undefined): Value {
  if (value === undefined) throw new Problem('validation', { fields: { [field]: ['required'] } })
  return value
}
