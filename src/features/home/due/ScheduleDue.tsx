import type { Interval } from '#contract/maintenance/intervals.ts'
import { ScheduleButton } from '#src/features/orders/requests/ScheduleButton.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

interface ScheduleDueProps {
  interval: Interval
  /** Its name, for whoever hears a column of these. */
  vehicle: string
  /** The open order of the vehicle. */
  orderId: number | undefined
}

/** SCHEDULE on a row of what is due: vehicle and services come along (DSH-024). */
export function ScheduleDue({ interval, vehicle, orderId }: ScheduleDueProps) {
  const t = useTexts('dashboard')
  const services = interval.services.map(({ service_id }) => ({ service_definition_id: service_id }))
  return (
    <ScheduleButton
      request={{ vehicle_id: interval.vehicle_id, services }}
      orderId={orderId}
      size="small"
      aria-label={t('dashboard:due.scheduleOf', { vehicle })}
    >
      {t('dashboard:due.schedule')}
    </ScheduleButton>
  )
}
