import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface LeaveConfirmation {
  /** Put this in the form's tree. */
  dialog: ReactNode
  /** Leaves by `leave`, after asking if anything would be lost: for a Cancel button, or a dialog that is closed. */
  leaveBy: (leave: () => void) => void
  /** Call after saving: what follows is not asked about. */
  release: () => void
}

/**
 * Asks before a form is left whose input is not kept anywhere: by a link, by Back, or by closing the tab. Forms that keep
 * a draft do not need it.
 */
export function useLeaveConfirmation(isDirty: boolean): LeaveConfirmation {
  const t = useTexts()
  const isReleased = useRef(false)
  const [pending, setPending] = useState<() => void>()
  const mustAsk = () => isDirty && !isReleased.current
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true })
  const release = () => {
    isReleased.current = true
  }
  const stay = () => {
    setPending(undefined)
    blocker.reset?.()
  }
  const leave = () => {
    release()
    pending?.()
    blocker.proceed?.()
  }
  return {
    dialog: (
      <ConfirmDialog
        open={pending !== undefined || blocker.status === 'blocked'}
        isDestructive
        title={t('common:leave.title')}
        message={t('common:leave.message')}
        confirmLabel={t('common:leave.leave')}
        cancelLabel={t('common:leave.stay')}
        onConfirm={leave}
        onCancel={stay}
      />
    ),
    leaveBy: (act) => (mustAsk() ? setPending(() => act) : act()),
    release,
  }
}
