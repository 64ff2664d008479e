import { addDays } from '#domain/core/days.ts'
import type { SnoozeFields } from '#src/offline/model/command.ts'

/** The day until which a snooze suppresses a reminder. */
export const projectSnooze = (
  { snooze, from }: Pick<SnoozeFields, 'snooze' | 'from'>,
  today: string,
): string => addDays(from ?? today, Number.parseInt(snooze, 10) * 7)
