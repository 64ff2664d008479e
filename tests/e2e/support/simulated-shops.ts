import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'

/**
 * The demo's simulated shops for the tests' server, which is not a demo: each `round` is one step of every order of the
 * fleet. Orders of other fleets belong to other tests, and would fill a round.
 */
export function simulatedShops(db: Database, fleet: { id: number }) {
  // The simulator sends no files.
  const nowhere = join(tmpdir(), 'wheelbook-simulated-shops')
  const files = localFileStore(nowhere)
  return shopSimulator({
    db,
    clock: () => new Date(),
    ports: { files, fleetStorageBytes: 0 },
    announce: (fleetId) =>
      void db.query(sql`select pg_notify('wheelbook_changed', ${String(fleetId)})`).catch(() => {}),
    log: { warn: () => {} },
    stepSeconds: 0,
    fleetId: fleet.id,
  })
}
