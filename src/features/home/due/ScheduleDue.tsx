import { ScheduleButton } from '#src/features/orders/requests/ScheduleButton.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DueRow } from './due-view.ts'

interface ScheduleDueProps {
  row: DueRow
  /** The open order of the vehicle. */
  orderId: number | undefined
}

/** SCHEDULE button of a due row; passes on vehicle and services (DSH-024). */
export function ScheduleDue({ row, orderId }: ScheduleDueProps) {
  const t = useTexts('dashboard')
  const ids = new Set(row.intervals.flatMap(({ services }) => services.map((service) => service.service_id)))
  const services = [...ids].map((id) => ({ service_definition_id: id }))
  return (
    <ScheduleButton
      request={{ vehicle_id: row.vehicleId, services }}
      orderId={orderId}
      size="small"
      aria-label={t('dashboard:due.scheduleOf', { vehicle: row.vehicleName })}
    >
      {t('dashboard:due.schedule')}
    </ScheduleButton>
  )
}
