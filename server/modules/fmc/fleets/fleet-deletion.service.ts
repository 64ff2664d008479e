import { DELETION_BLOCKERS, type FleetDeletion } from '#contract/fmc/fleets.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import { fleetAdminRepository as fleets } from './fleet-admin.repository.ts'
import { fleetDeletionRepository as deletions } from './fleet-deletion.repository.ts'
import { isListedFleet } from './fleets.reads.ts'

/** Vehicles per transaction. */
const BATCH = 200

/** Lists what deleting the fleet would remove, and what prevents it (decision 52). Errors: not_found. */
export async function previewFleetDeletion(
  { db, actor }: { db: Database; actor: Actor },
  id: number,
): Promise<FleetDeletion> {
  if (!(await isListedFleet(db, actor, id))) throw new Problem('not_found')
  return previewOf(db, id)
}

/**
 * Hides the fleet and signs its users out in this transaction; a job removes the rest. Errors: not_found, stale,
 * fleet_in_use.
 */
export async function deleteFleet(
  { tx, actor, ports }: Pick<UseCase<'jobs'>, 'tx' | 'actor' | 'ports'>,
  id: number,
  { ifMatch }: Precondition,
) {
  const fleet = await fleets.lock(tx, actor, id, 'delete')
  if (!fleet) throw new Problem('not_found')
  const preview = await previewOf(tx, id)
  if (ifMatch !== null && ifMatch !== fleet.rev)
    throw new Problem('stale', { current: preview, etag: `"${fleet.rev}"` })
  if (preview.blockers.length > 0) throw new Problem('fleet_in_use', { current: preview })
  await deletions.hide(tx, id)
  await recordAudit(tx, {
    fleetId: id,
    userId: actor.userId,
    act: 'fleet.deleted',
    changes: Object.entries({ name: fleet.name, ...preview.removes }).map(([field, from]) => ({
      field,
      from: String(from),
      to: null,
    })),
  })
  await ports.jobs.enqueue(tx, 'fleet-purge', { fleetId: id })
  return { body: { success: true, id } as const }
}

/** Removes the remaining data of a deleted fleet. Idempotent; resumes after a crash. */
export async function purgeFleet(db: Database, fleetId: number): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await db.system((tx) => deletions.purgeVehicles(tx, fleetId, from, BATCH))
  }
  await db.system((tx) => deletions.finishPurge(tx, fleetId))
}

/** Purges every deleted fleet whose job did not finish, and removes what servers of an earlier version left. */
export async function purgeDeletedFleets(db: Database): Promise<void> {
  for (const id of await deletions.toPurge(db)) await purgeFleet(db, id)
  await deletions.removeLeftovers(db)
}

async function previewOf(source: Queryable, id: number): Promise<FleetDeletion> {
  const counts = await deletions.counts(source, id)
  if (!counts) throw new Problem('not_found')
  const { name, rev, users, vehicles, documents, maintenance_histories, policies, payment_methods } = counts
  return {
    fleet: { id, name },
    blockers: DELETION_BLOCKERS.flatMap((code) => (counts[code] > 0 ? [{ code, count: counts[code] }] : [])),
    open_orders: await deletions.openOrders(source, id),
    removes: { users, vehicles, documents, maintenance_histories, policies, payment_methods },
    keeps: { orders: counts.orders, transactions: counts.transactions },
    rev,
  }
}
