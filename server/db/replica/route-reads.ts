import type { Database } from '../database.ts'
import { replicaRequirements } from './read-scope.ts'
import type { Replica } from './replica.ts'

/** Returns the database with the transactions of `allowReplica` on the replica, and everything else on the primary. */
export function routeReads(primary: Database, replica: Replica): Database {
  return {
    ...primary,
    query(query) {
      const need = replicaRequirements()
      if (!need) return primary.query(query)
      return replica.read(
        { ...need, fleetId: null },
        (db, work) => db.system(work),
        (tx) => tx.query(query),
      )
    },
    tenant(fleetId, work) {
      const need = replicaRequirements()
      return need
        ? replica.read(need, (db, run) => db.tenant(fleetId, run), work)
        : primary.tenant(fleetId, work)
    },
    system(work) {
      const need = replicaRequirements()
      return need
        ? replica.read({ ...need, fleetId: null }, (db, run) => db.system(run), work)
        : primary.system(work)
    },
  }
}
