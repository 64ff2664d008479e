import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

const DecidedLinks = lazy(() =>
  import('#src/features/orders/approvals/DecidedLinks.tsx').then((module) => ({
    default: module.DecidedLinks,
  })),
)

/** What a flow that has just ended has to say: order created, approval submitted (DSH-032). */
export const HandedAlert = memo(function HandedAlert() {
  const { alertMessage, alertType, decidedOrder } = useLocation().state
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
        </>
      }
      onClose={() => void navigate({ to: '.', state: {}, replace: true, resetScroll: false })}
    />
  )
})
