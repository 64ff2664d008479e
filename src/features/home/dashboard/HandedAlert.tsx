import { useLocation, useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** What a flow that has just ended has to say: order created, approval submitted (DSH-032). */
export const HandedAlert = memo(function HandedAlert() {
  const { alertMessage, alertType } = useLocation().state
  const navigate = useNavigate()
  if (!alertMessage) return null
  return (
    <AlertBox
      type={alertType ?? 'default'}
      message={alertMessage}
      onClose={() => void navigate({ to: '.', state: {}, replace: true, resetScroll: false })}
    />
  )
})
