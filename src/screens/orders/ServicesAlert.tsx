import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLive } from '#src/session/useLive.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** What the screen before has to say. 'Saved on this phone' becomes 'created' as soon as the server has the entry. */
export function ServicesAlert() {
  const { alertMessage, alertType, waitingOp, sentMessage } = useLocation().state
  const entries = useLive(useOffline().outbox.entries)
  const navigate = useNavigate()
  const t = useTexts('services')
  if (!alertMessage) return null
  const isSent = waitingOp !== undefined && entries?.every((entry) => entry.opId !== waitingOp) === true
  const isWaiting = waitingOp !== undefined && !isSent
  return (
    <AlertBox
      // What is only on this phone is no success yet.
      type={isWaiting ? 'default' : (alertType ?? 'default')}
      {...(isWaiting && { title: t('services:alert.waiting') })}
      message={isSent && sentMessage ? sentMessage : alertMessage}
      onClose={() =>
        void navigate({ to: '.', search: (before) => before, state: {}, replace: true, resetScroll: false })
      }
    />
  )
}
