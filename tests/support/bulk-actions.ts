import type { Database } from '#server/db/database.ts'
import { bulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'
import type { TestServer } from './server.ts'

export class Killed extends Error {}

/** A database whose process is killed at its nth transaction of a fleet, before its commit or right after it. */
export function killedAt(db: Database, at: number, isAfterCommit: boolean): Database {
  let count = 0
  const tenant: Database['tenant'] = async (fleetId, work) => {
    const isLast = ++count === at
    const result = await db.tenant(fleetId, async (tx) => {
      const done = await work(tx)
      if (isLast && !isAfterCommit) throw new Killed()
      return done
    })
    if (isLast) throw new Killed()
    return result
  }
  return { ...db, tenant }
}

/** Runs a bulk action to its end. @param chunk rows in one transaction; default: as in production */
export const runBulkAction = (server: TestServer, id: string, db = server.db, chunk?: number) =>
  bulkActionsRun({
    db,
    clock: server.services.now,
    ports: { brands: server.services.ports.brands, announce: () => {} },
    log: { error: () => {} },
    ...(chunk !== undefined && { chunk }),
  }).run(id)
