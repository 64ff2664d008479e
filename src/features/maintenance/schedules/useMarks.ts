import { useQueryClient } from '@tanstack/react-query'
import { localToday } from '#domain/core/days.ts'
import { type NewCommand, useSubmitCommand } from '#src/forms/useSubmitCommand.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { nextIntervalQuery } from '../intervals/intervals.queries.ts'
import { servicePagesKey } from './useServicePages.ts'

/** When a service was done. */
export interface Completion {
  /** `YYYY-MM-DD` */
  completed_on: string
  /** In the vehicle's unit; left out if the user does not know it. */
  odometer?: number
}

interface Marked {
  vehicleId: number
  intervalId: number
  serviceIds: readonly number[]
  isCompleted: boolean
  /** Last completion of the interval as shown to the user; null: never, undefined: not known. */
  lastCompletedOn: string | null | undefined
  /** Left out: today, without a reading. */
  completion?: Completion | undefined
}

/** Marks services as done or not done through the outbox, so it also works offline (SCH-037 to SCH-040, ruling 24). */
export function useMarks() {
  const t = useTexts('schedules', 'outbox')
  const { submit, isBusy } = useSubmitCommand()
  const client = useQueryClient()
  const { user } = useSession()
  const completedBy = (completion: Completion | undefined, lastCompletedOn?: string | null) => ({
    customer_id: user.id,
    completed_on: localToday(),
    ...completion,
    ...(lastCompletedOn !== undefined && { last_completed_on: lastCompletedOn ?? ('never' as const) }),
  })

  /** @returns whether it was sent or queued */
  async function keep(command: NewCommand, vehicleId: number): Promise<boolean> {
    const end = await submit(command, {
      successText: (isSent) => (isSent ? t('schedules:marked') : t('outbox:command.here')),
    })
    if (end === 'sent') {
      // Unloads the services and refetches the next interval (SCH-040).
      void client.resetQueries({ queryKey: servicePagesKey(vehicleId) })
      void client.fetchQuery({ ...nextIntervalQuery(vehicleId), staleTime: 0 }).catch(() => {})
    }
    return end === 'sent' || end === 'waiting'
  }

  return {
    isBusy,
    /** Marks some services of an interval; `areAll`: none of them is left open (SCH-037). */
    mark: ({ vehicleId, areAll, serviceIds, isCompleted, ...interval }: Marked & { areAll: boolean }) =>
      keep(
        {
          kind: 'mark.create',
          payload: {
            vehicle_id: vehicleId,
            interval_id: interval.intervalId,
            service_completed_details: serviceIds.map((id) => ({ id, is_completed: isCompleted })),
            are_all_completed: areAll,
            ...completedBy(interval.completion, interval.lastCompletedOn),
          },
        },
        vehicleId,
      ),
    /** Marks a whole interval (SCH-025, SCH-038). */
    markInterval: ({ vehicleId, intervalId, serviceIds, isCompleted, lastCompletedOn, completion }: Marked) =>
      keep(
        {
          kind: 'interval-mark.create',
          payload: {
            vehicle_id: vehicleId,
            interval_id: intervalId,
            service_definition_ids: [...serviceIds],
            is_completed: isCompleted,
            ...completedBy(completion, lastCompletedOn),
          },
        },
        vehicleId,
      ),
    /** Marks one service in any interval (SCH-039). */
    markService: (vehicleId: number, serviceId: number, isCompleted: boolean, completion?: Completion) =>
      keep(
        {
          kind: 'service-mark.create',
          payload: {
            vehicle_id: vehicleId,
            service_id: serviceId,
            is_completed: isCompleted,
            ...completedBy(completion),
          },
        },
        vehicleId,
      ),
  }
}
