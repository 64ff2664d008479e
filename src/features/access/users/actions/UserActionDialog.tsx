import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import { useRefreshUsers } from '#src/features/access/users/useRefreshUsers.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
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
  call: (context: WriteContext) => Promise<unknown>
  /** Success message. */
  done: string
  /** Undoes the action from the success message; omitted if it cannot be undone. */
  onUndo?: () => void
}

/** Confirms an action on a user, runs it immediately and never queues it (ruling 24), then reports success. */
export function UserActionDialog({ user, call, done, onUndo, onClose, ...texts }: UserActionDialogProps) {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const { run, isBusy, failure } = useWrite({
    call: (_, context) => call(context),
    rev: user.rev,
    refresh: useRefreshUsers(),
    onSaved() {
      onClose()
      toast('success', done, onUndo && { label: t('common:action.undo'), onClick: onUndo })
    },
  })
  return (
    <ActionDialog
      {...texts}
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('users:offline.act')}
      errorMessage={failure && textOf(failure)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
