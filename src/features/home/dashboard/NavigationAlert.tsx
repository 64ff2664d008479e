import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

const DecidedLinks = lazy(() =>
  import('#src/features/orders/approvals/DecidedLinks.tsx').then((module) => ({
    default: module.DecidedLinks,
  })),
)
const BookedLink = lazy(() =>
  import('#src/features/orders/requests/BookedLink.tsx').then((module) => ({ default: module.BookedLink })),
)
const UndoDeletion = lazy(() =>
  import('#src/features/vehicles/deleted-vehicles/UndoDeletion.tsx').then((module) => ({
    default: module.UndoDeletion,
  })),
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
          {decidedOrder !== undefined && (
            <Suspense>
              <DecidedLinks orderId={decidedOrder} />
            </Suspense>
          )}
          {bookedOrder !== undefined && (
            <Suspense>
              <BookedLink orderId={bookedOrder} />
            </Suspense>
          )}
          {deletedVehicle !== undefined && (
            <Suspense>
              <UndoDeletion vehicleId={deletedVehicle} />
            </Suspense>
          )}
        </>
      }
      onClose={() => void navigate({ to: '.', state: {}, replace: true, resetScroll: false })}
    />
  )
})
