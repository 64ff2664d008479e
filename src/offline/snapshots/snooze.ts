import { addDays } from '#domain/core/days.ts'
import type { Snooze } from '#src/offline/model/api/cache-api.ts'
import type { SnoozeFields } from '#src/offline/model/command.ts'
import { readOp } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { type Databases, todayOf } from './reads.ts'

/** The day until which a snooze suppresses a reminder. */
export const projectSnooze = (
  { snooze, from }: Pick<SnoozeFields, 'snooze' | 'from'>,
  today: string,
): string => addDays(from ?? today, Number.parseInt(snooze, 10) * 7)

/**
 * Reads the vehicles whose reminders are snoozed today, with pending snoozes applied. Reads only keys: a fleet has
 * thousands of schedules, and few dates.
 */
export async function readSnoozes(databases: Databases): Promise<Snooze[]> {
  const { cache, outbox } = databases
  const today = todayOf(databases)
  const untilOf = new Map<number, string>()
  const dates = await cache.schedules.where('reminder_date').above(today).uniqueKeys()
  for (const date of dates) {
    const ids = await cache.schedules.where('reminder_date').equals(date).primaryKeys()
    for (const id of ids) untilOf.set(id, String(date))
  }
  const ops = (await outbox.ops.toArray()).map(readOp).filter((op) => op !== null)
  for (const op of ops.toSorted((a, b) => a.seq - b.seq)) {
    if (op.kind !== 'snooze.create' || needsUserAction(op.state)) continue
    const { fields } = op.payload as EntryPayload<never>
    untilOf.set(op.vehicleId, projectSnooze(fields as SnoozeFields, today))
  }
  return [...untilOf].flatMap(([vehicle_id, until]) => (until > today ? [{ vehicle_id, until }] : []))
}
