import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { addDays, localToday } from '#domain/core/days.ts'
import { snoozedQuery } from '#src/features/maintenance/schedules/schedules.queries.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

const Waiting = z.object({
  fields: z.object({ vehicle_id: z.number(), snooze: z.string(), from: z.string() }),
})

/**
 * Returns until when the reminders of vehicles are snoozed, including waiting entries (SVC-055, SVC-057). Omits past
 * dates.
 */
export function useSnoozedDates(vehicleIds: readonly number[]): ReadonlyMap<number, string> {
  const { data } = useQuery(snoozedQuery(vehicleIds))
  const { outbox } = useOffline()
  const entries = useLive(outbox.entries)
  return useMemo(() => {
    const known = (data?.vehicle_reminders ?? []).map((one) => [one.vehicle_id, one.reminder_date] as const)
    const waiting = (entries ?? [])
      .filter(({ kind }) => kind === 'snooze.create')
      .map(({ payload }) => z.safeParse(Waiting, payload).data?.fields)
      .filter((fields) => fields !== undefined)
      .map((of) => [of.vehicle_id, addDays(of.from, Number.parseInt(of.snooze, 10) * 7)] as const)
    const today = localToday()
    return new Map(
      [...known, ...waiting].flatMap(([id, date]) => (date !== null && date > today ? [[id, date]] : [])),
    )
  }, [data, entries])
}
