import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { todayHere } from '#contract/core/days.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Command } from '#src/offline/commands/command.ts'
import { newId } from '#src/offline/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { nextIntervalQuery } from '../intervals/intervals.queries.ts'
import { servicePagesKey } from './useServicePages.ts'

interface Marked {
  vehicleId: number
  intervalId: number
  serviceIds: readonly number[]
  isCompleted: boolean
  /** When the interval was last completed, as the person sees it; null: never. */
  lastCompletedOn: string | null
}

/** Says that services were done, or were not: through the outbox, so without signal too (SCH-037 to SCH-040, ruling 24). */
export function useMarks() {
  const t = useTexts('schedules')
  const toast = useToast()
  const { outbox } = useOffline()
  const client = useQueryClient()
  const { user } = useSession()
  const [isBusy, setBusy] = useState(false)
  const said = (lastCompletedOn?: string | null) => ({
    customer_id: user.id,
    completed_on: todayHere(),
    ...(lastCompletedOn !== undefined && { last_completed_on: lastCompletedOn ?? ('never' as const) }),
  })

  /** @returns whether it is kept */
  async function keep(command: Command, vehicleId: number): Promise<boolean> {
    setBusy(true)
    try {
      const { opId } = await outbox.enqueue(command)
      const { end } = await whenSettled(outbox, opId)
      if (end === 'sent') {
        // The services are unloaded, and what is next is asked for anew (SCH-040).
        void client.resetQueries({ queryKey: servicePagesKey(vehicleId) })
        void client.fetchQuery({ ...nextIntervalQuery(vehicleId), staleTime: 0 }).catch(() => {})
      }
      if (end === 'refused') toast('danger', t('schedules:marked.refused'))
      else toast('success', t(end === 'sent' ? 'schedules:marked.sent' : 'schedules:marked.here'))
      return end !== 'refused'
    } catch (error) {
      console.error('A mark could not be kept', error)
      toast('danger', t('schedules:marked.failed'))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    /** Some services of an interval; `areAll`: none of them is left then (SCH-037). */
    mark: ({
      vehicleId,
      intervalId,
      serviceIds,
      isCompleted,
      areAll,
      lastCompletedOn,
    }: Marked & { areAll: boolean }) =>
      keep(
        {
          kind: 'mark.create',
          id: newId(),
          payload: {
            vehicle_id: vehicleId,
            interval_id: intervalId,
            service_completed_details: serviceIds.map((id) => ({ id, is_completed: isCompleted })),
            are_all_completed: areAll,
            ...said(lastCompletedOn),
          },
        },
        vehicleId,
      ),
    /** A whole interval (SCH-025, SCH-038). */
    markInterval: ({ vehicleId, intervalId, serviceIds, isCompleted, lastCompletedOn }: Marked) =>
      keep(
        {
          kind: 'interval-mark.create',
          id: newId(),
          payload: {
            vehicle_id: vehicleId,
            interval_id: intervalId,
            service_definition_ids: [...serviceIds],
            is_completed: isCompleted,
            ...said(lastCompletedOn),
          },
        },
        vehicleId,
      ),
    /** One service, whatever its interval (SCH-039). */
    markService: (vehicleId: number, serviceId: number, isCompleted: boolean) =>
      keep(
        {
          kind: 'service-mark.create',
          id: newId(),
          payload: { vehicle_id: vehicleId, service_id: serviceId, is_completed: isCompleted, ...said() },
        },
        vehicleId,
      ),
  }
}
