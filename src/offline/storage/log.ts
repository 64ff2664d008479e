import type { OutboxDb } from './outbox-db.ts'

/** Number of events kept for troubleshooting. */
const LOG_MAX = 1000
const TRIM_EVERY = 100

/** Records an event in the ring buffer, without content of entries. Within `Store.write`. */
export async function appendLog(db: OutboxDb, event: string, opId?: string, text?: string): Promise<void> {
  const n = await db.log.add({
    at: Date.now(),
    event,
    ...(opId === undefined ? {} : { opId }),
    ...(text === undefined ? {} : { note: text }),
  })
  if (n % TRIM_EVERY === 0)
    await db.log
      .where('n')
      .belowOrEqual(n - LOG_MAX)
      .delete()
}
