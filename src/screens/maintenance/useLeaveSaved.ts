import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import type { SavedHistory } from '#src/features/maintenance/history/history-draft.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type {} from './navigation-state.ts'

type SaveAction = 'created' | 'updated' | 'deleted'

/**
 * Returns a function that opens the past tab of the services after the commit, with the result of the save
 * (MHX-028..030). 'Saved on this phone' is shown until the server has the entry. If the server refuses it at once, the
 * form opens again with the reasons.
 */
export function useLeaveSaved() {
  const t = useTexts('history', 'outbox')
  const navigate = useNavigateAfter()
  return (action: SaveAction, { opId, settled }: SavedHistory, historyId: string) => {
    if (settled.end === 'refused' && action !== 'deleted') {
      navigate({
        to: '/maintenance_history/$historyId',
        params: { historyId },
        replace: true,
        state: { alertType: 'notice', alertMessage: t('outbox:command.refused') },
      })
      return
    }
    const sentMessage = t(`history:alert.${action}`)
    const hereMessage = action === 'deleted' ? t('history:alert.deletedHere') : t('history:alert.savedHere')
    const isSent = settled.end === 'sent'
    navigate({
      to: '/services',
      search: { tab: 'past' },
      replace: action !== 'created',
      state: {
        startingPage: 'past',
        alertType: 'success',
        alertMessage: isSent ? sentMessage : hereMessage,
        ...(!isSent && { waitingOp: opId, sentMessage }),
      },
    })
  }
}
