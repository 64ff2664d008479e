import { useState } from 'react'
import { todayHere } from '#contract/core/days.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { newId } from '#src/offline/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface Marked {
  vehicleId: number
  intervalId: number
  serviceIds: readonly number[]
  isCompleted: boolean
  /** Whether no service of the interval is left. */
  areAll: boolean
}

/** Says that services were done, or were not: through the outbox, so without signal too (SCH-037, ruling 24). */
export function useMarks() {
  const t = useTexts('schedules')
  const toast = useToast()
  const { outbox } = useOffline()
  const { user } = useSession()
  const [isBusy, setBusy] = useState(false)
  /** @returns whether it is kept */
  async function mark({ vehicleId, intervalId, serviceIds, isCompleted, areAll }: Marked): Promise<boolean> {
    setBusy(true)
    try {
      const { opId } = await outbox.enqueue({
        kind: 'mark.create',
        id: newId(),
        payload: {
          vehicle_id: vehicleId,
          interval_id: intervalId,
          service_completed_details: serviceIds.map((id) => ({ id, is_completed: isCompleted })),
          are_all_completed: areAll,
          customer_id: user.id,
          completed_on: todayHere(),
        },
      })
      const { end } = await whenSettled(outbox, opId)
      toast('success', t(end === 'sent' ? 'schedules:marked.sent' : 'schedules:marked.here'))
      return true
    } catch (error) {
      console.error('A mark could not be kept', error)
      toast('danger', t('schedules:marked.failed'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { mark, isBusy }
}
