import { DELETION_BLOCKERS, type FleetDeletion } from '#contract/fmc/fleets.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Problem } from '#server/problem.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import type { FleetAdminRepository } from './fleet-admin.repository.ts'
import type { FleetDeletionRepository } from './fleet-deletion.repository.ts'
import { listedFleet } from './fleets.reads.ts'

interface Deps {
  db: Database
  fleets: FleetAdminRepository
  deletions: FleetDeletionRepository
  jobs: Jobs
}

/** Vehicles per transaction. */
const BATCH = 200

/** Deletes fleets of a management company (decision 52). */
export function fleetDeletionService({ db, fleets, deletions, jobs }: Deps) {
  async function previewOf(source: Queryable, id: number): Promise<FleetDeletion> {
    const counts = await deletions.counts(source, id)
    if (!counts) throw new Problem('not_found')
    const { name, rev, users, vehicles, documents, maintenance_histories, policies, payment_methods } = counts
    return {
      fleet: { id, name },
      blockers: DELETION_BLOCKERS.flatMap((code) =>
        counts[code] > 0 ? [{ code, count: counts[code] }] : [],
      ),
      open_orders: await deletions.openOrders(source, id),
      removes: { users, vehicles, documents, maintenance_histories, policies, payment_methods },
      keeps: { orders: counts.orders, transactions: counts.transactions },
      rev,
    }
  }

  async function purge(fleetId: number): Promise<void> {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after
      after = await db.system((tx) => deletions.purgeVehicles(tx, fleetId, from, BATCH))
    }
    await db.system((tx) => deletions.finishPurge(tx, fleetId))
  }

  return {
    /** Lists what deleting the fleet would remove, and what prevents it. Errors: not_found. */
    async preview(actor: Actor, id: number): Promise<FleetDeletion> {
      const mine = await db.query(sql`select from fleets f where f.id = ${id} and ${listedFleet(actor)}`)
      if (mine.length === 0) throw new Problem('not_found')
      return previewOf(db, id)
    },

    /**
     * Hides the fleet and signs its users out in this transaction; a job removes the rest. Errors: not_found, stale,
     * fleet_in_use.
     */
    async destroy(tx: Transaction, actor: Actor, id: number, { ifMatch }: { ifMatch: number | null }) {
      const fleet = await fleets.lock(tx, actor, id, 'delete')
      if (!fleet) throw new Problem('not_found')
      const preview = await previewOf(tx, id)
      if (ifMatch !== null && ifMatch !== fleet.rev)
        throw new Problem('stale', { current: preview, etag: `"${fleet.rev}"` })
      if (preview.blockers.length > 0) throw new Problem('fleet_in_use', { current: preview })
      await deletions.hide(tx, id)
      await recordAudit(tx, {
        ...{ fleetId: id, userId: actor.userId, act: 'fleet.deleted' },
        changes: Object.entries({ name: fleet.name, ...preview.removes }).map(([field, from]) => ({
          ...{ field, from: String(from), to: null },
        })),
      })
      await jobs.enqueue(tx, 'fleet-purge', { fleetId: id })
      return { body: { success: true, id } as const }
    },

    /** Removes the remaining data of a deleted fleet. Idempotent; resumes after a crash. */
    purge,

    /** Purges every deleted fleet whose job did not finish. */
    async purgeAll(): Promise<void> {
      for (const id of await deletions.toPurge(db)) await purge(id)
    },
  }
}
export type FleetDeletionService = ReturnType<typeof fleetDeletionService>
