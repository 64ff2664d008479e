import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import type { HistoryState } from '@tanstack/react-router'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { ScheduleButton } from '#src/features/orders/requests/ScheduleButton.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface ScheduleVehicleProps {
  vehicle: Vehicle
  /** Values to pass on: due services, fault codes. */
  request?: Omit<NonNullable<HistoryState['request']>, 'vehicle_id'>
}

/** Links to a booking for this vehicle. Explains that an inactive vehicle cannot be scheduled (VEH-059). */
export function ScheduleVehicle({ vehicle, request }: ScheduleVehicleProps) {
  const t = useTexts('vehicles')
  const orderId = useLocalOpenOrders()?.find(({ vehicle_id }) => vehicle_id === vehicle.id)?.id
  const looks = {
    size: 'small',
    startIcon: <EventAvailable />,
    // Short enough to fit next to the title on a phone.
    children: t('vehicles:action.schedule'),
    'aria-label': t('vehicles:action.scheduleService'),
  } as const
  if (!vehicle.is_active)
    return <ActionButton {...looks} disabledReason={t('vehicles:action.notScheduled')} />
  return <ScheduleButton {...looks} request={{ ...request, vehicle_id: vehicle.id }} orderId={orderId} />
}
