import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import type { HistoryState } from '@tanstack/react-router'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { ScheduleButton } from '#src/features/orders/requests/ScheduleButton.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface ScheduleVehicleProps {
  vehicle: Vehicle
  /** What comes along: services that are due, fault codes. */
  request?: Omit<NonNullable<HistoryState['request']>, 'vehicle_id'>
}

/** To a booking of this vehicle; one that is out of use cannot be scheduled, and says so (VEH-059). */
export function ScheduleVehicle({ vehicle, request }: ScheduleVehicleProps) {
  const t = useTexts('vehicles')
  const orderId = useLocalOpenOrders()?.find(({ vehicle_id }) => vehicle_id === vehicle.id)?.id
  const looks = {
    size: 'small',
    startIcon: <EventAvailable />,
    // Short, so that it stands beside the title on a phone.
    children: t('vehicles:action.schedule'),
    'aria-label': t('vehicles:action.scheduleService'),
  } as const
  if (!vehicle.is_active)
    return <ActionButton {...looks} disabledReason={t('vehicles:action.notScheduled')} />
  return <ScheduleButton {...looks} request={{ ...request, vehicle_id: vehicle.id }} orderId={orderId} />
}
