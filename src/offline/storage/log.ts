import type { OutboxDb } from './outbox-db.ts'

/** Events kept for the day on which somebody asks what happened. */
const LOG_MAX = 1000
const TRIM_EVERY = 100

/** Notes an event in the ring, without content of entries. Within `Store.write`. */
export async function note(db: OutboxDb, event: string, opId?: string, text?: string): Promise<void> {
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
