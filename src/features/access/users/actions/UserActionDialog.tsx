import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import type { CallContext } from '#src/api/call-context.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useAction } from '#src/forms/useAction.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

export interface UserDialogProps {
  user: ListedUser
  onClose: () => void
}

interface UserActionDialogProps extends UserDialogProps {
  title: string
  message: ReactNode
  confirmLabel: string
  isDestructive?: boolean
  call: (context: CallContext) => Promise<unknown>
  /** Success message. */
  done: string
  /** Undoes the action from the success message; omitted if it cannot be undone. */
  onUndo?: () => void
}

/** Confirms an action on a user, runs it immediately and never queues it (ruling 24), then reports success. */
export function UserActionDialog({ user, call, done, onUndo, onClose, ...words }: UserActionDialogProps) {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const { act, isBusy, failure } = useAction(user.rev, useRefreshUsers())
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
