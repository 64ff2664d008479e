import { isSameScope, type Scope, scopeOfCache } from '#src/offline/model/scope.ts'
import { cacheDb } from '#src/offline/storage/cache-db.ts'
import { databaseNames } from '#src/offline/storage/other-outboxes.ts'
import type { DeviceStorage } from '#src/offline/storage/outbox-db.ts'

/**
 * Deletes the copies of other users and fleets on this device. They are left if someone signs in while another user is
 * signed in, because that user never signed out (ACC-134). Their outboxes stay (ruling 25). Clears the databases instead
 * of deleting them, which would wait for each tab that has one open.
 */
export async function clearOtherCaches(scope: Scope, storage: DeviceStorage = {}): Promise<void> {
  for (const name of await databaseNames(storage)) {
    const other = scopeOfCache(name)
    if (!other || isSameScope(scope, other)) continue
    const db = cacheDb(other, storage)
    try {
      await db.transaction('rw', db.tables, async () => {
        for (const table of db.tables) await table.clear()
      })
    } finally {
      db.close()
    }
  }
}
