import { useLocation, useNavigate } from '@tanstack/react-router'
import { useLive } from '#src/session/useLive.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** What the screen before has to say. 'Saved on this phone' becomes 'created' as soon as the server has the entry. */
export function ServicesAlert() {
  const { alertMessage, alertType, waitingOp, sentMessage } = useLocation().state
  const entries = useLive(useOffline().outbox.entries)
  const navigate = useNavigate()
  if (!alertMessage) return null
  const isSent = waitingOp !== undefined && entries?.every((entry) => entry.opId !== waitingOp) === true
  return (
    <AlertBox
      type={alertType ?? 'default'}
      message={isSent && sentMessage ? sentMessage : alertMessage}
      onClose={() =>
        void navigate({ to: '.', search: (before) => before, state: {}, replace: true, resetScroll: false })
      }
    />
  )
}
