import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

const OrderExists = lazy(() =>
  import('./OrderExists.tsx').then((module) => ({ default: module.OrderExists })),
)

interface ScheduleButtonProps {
  interval: Interval
  /** Its name, for whoever hears a column of these. */
  vehicle: string
  /** The open order of the vehicle: then nothing is to be scheduled (DSH-026). */
  orderId: number | undefined
}

/** To a service request with the vehicle and what is due on it (DSH-024, SVC-068). */
export function ScheduleButton({ interval, vehicle, orderId }: ScheduleButtonProps) {
  const t = useTexts('dashboard')
  const [isRefused, setRefused] = useState(false)
  const named = { 'aria-label': t('dashboard:due.scheduleOf', { vehicle }), size: 'small' } as const
  if (orderId === undefined) {
    const services = interval.services.map(({ service_id }) => ({ service_definition_id: service_id }))
    const request = { vehicle_id: interval.vehicle_id, services }
    return (
      <LinkButton to="/service_request/new" state={{ request }} {...named}>
        {t('dashboard:due.schedule')}
      </LinkButton>
    )
  }
  return (
    <>
      <Button {...named} color="inherit" onClick={() => setRefused(true)}>
        {t('dashboard:due.schedule')}
      </Button>
      {isRefused && (
        <Suspense>
          <OrderExists orderId={orderId} onClose={() => setRefused(false)} />
        </Suspense>
      )}
    </>
  )
}
