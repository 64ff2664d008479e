import Button, { type ButtonProps } from '@mui/material/Button'
import type { HistoryState } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

const OrderExists = lazyComponent(() => import('./OrderExists.tsx').then((module) => module.OrderExists))

type Looks = Pick<ButtonProps, 'aria-label' | 'children' | 'size' | 'startIcon' | 'variant'>

interface ScheduleButtonProps extends Looks {
  /** Prefills the form with the vehicle and its due services. */
  request: NonNullable<HistoryState['request']>
  /** The vehicle's open order, which prevents scheduling another (DSH-026). */
  orderId: number | undefined
}

/** Links to a service request for a vehicle and its due services (DSH-024, SVC-068). */
export function ScheduleButton({ request, orderId, ...button }: ScheduleButtonProps) {
  const [isRefused, setRefused] = useState(false)
  if (orderId === undefined) return <LinkButton to="/service_request/new" state={{ request }} {...button} />
  return (
    <>
      <Button {...button} color="inherit" onClick={() => setRefused(true)} />
      {isRefused && <OrderExists orderId={orderId} onClose={() => setRefused(false)} />}
    </>
  )
}
