import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

const DecidedLinks = lazyComponent(() =>
  import('#src/features/orders/approvals/DecidedLinks.tsx').then((module) => module.DecidedLinks),
)
const BookedLink = lazyComponent(() =>
  import('#src/features/orders/requests/BookedLink.tsx').then((module) => module.BookedLink),
)
const UndoDeletion = lazyComponent(() =>
  import('#src/features/vehicles/deleted-vehicles/UndoDeletion.tsx').then((module) => module.UndoDeletion),
)

/** Result of the flow that led here, from the navigation state: order created, approval submitted (DSH-032). */
export const NavigationAlert = memo(function NavigationAlert() {
  const { alertMessage, alertType, decidedOrder, bookedOrder, deletedVehicle } = useLocation().state
  const navigate = useNavigate()
  if (!alertMessage) return null
  return (
    <AlertBox
      type={alertType ?? 'default'}
      message={
        <>
          {alertMessage}
          {decidedOrder !== undefined && <DecidedLinks orderId={decidedOrder} />}
          {bookedOrder !== undefined && <BookedLink orderId={bookedOrder} />}
          {deletedVehicle !== undefined && <UndoDeletion vehicleId={deletedVehicle} />}
        </>
      }
      onClose={() => void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false })}
    />
  )
})
