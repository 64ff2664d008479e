import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import type { CallContext } from '#src/api/call-context.ts'
import { useAct } from '#src/forms/useAction.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useRefreshUsers } from '../users/useRefreshUsers.ts'

export interface UserDialogProps {
  user: ListedUser
  onClose: () => void
}

interface UserActDialogProps extends UserDialogProps {
  title: string
  message: ReactNode
  confirmLabel: string
  isDestructive?: boolean
  call: (context: CallContext) => Promise<unknown>
  /** What is said once it is done. */
  done: string
  /** Takes it back, from where that is said; left out: it cannot be. */
  onUndo?: () => void
}

/** Asks before an act on a user, does it now or not at all (ruling 24), and says that it was done. */
export function UserActDialog({ user, call, done, onUndo, onClose, ...words }: UserActDialogProps) {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const { act, isBusy, failure } = useAct(user.rev, useRefreshUsers())
  async function confirm() {
    if (await act(call)) return
    onClose()
    toast('success', done, onUndo && { label: t('common:action.undo'), onClick: onUndo })
  }
  return (
    <ActionDialog
      {...words}
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('users:offline.act')}
      refusal={failure && textOf(failure)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
