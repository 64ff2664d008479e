import Button from '@mui/material/Button'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { openTray } from '#src/features/home/outbox/tray-store.ts'
import { useOutcomeOf } from '#src/forms/useOutcomeOf.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** The message of the previous screen. 'Saved on this phone' becomes 'created' as soon as the server has the entry. */
export function ServicesAlert() {
  const { alertMessage, alertType, waitingOp, sentMessage } = useLocation().state
  const outcome = useOutcomeOf(waitingOp)
  const navigate = useNavigate()
  const t = useTexts('services')
  if (!alertMessage || outcome?.end === 'removed') return null
  const close = () =>
    void navigate({ to: '.', search: (before) => before, state: {}, replace: true, resetScroll: false })
  if (outcome?.end === 'refused') return <Refused entry={outcome.entry} onClose={close} />
  const isWaiting = outcome?.end === 'waiting'
  return (
    <AlertBox
      // An entry that is only on this phone is not a success yet.
      type={isWaiting ? 'default' : (alertType ?? 'default')}
      {...(isWaiting && { title: t('services:alert.waiting') })}
      message={outcome?.end === 'sent' && sentMessage ? sentMessage : alertMessage}
      onClose={close}
    />
  )
}

/** The server responded after the form had closed; the tray offers the next steps. */
function Refused({ entry, onClose }: { entry: WaitingEntry; onClose: () => void }) {
  const t = useTexts('services', 'history')
  const textOf = useFailureText()
  return (
    <AlertBox
      type="error"
      title={t('history:refused')}
      message={
        <>
          {textOf({ code: entry.trouble?.code ?? 'validation', messages: [] })}{' '}
          <Button size="small" onClick={() => openTray(entry.opId)}>
            {t('services:alert.show')}
          </Button>
        </>
      }
      onClose={onClose}
    />
  )
}
