import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface LeaveConfirmation {
  /** Render this in the form's tree. */
  dialog: ReactNode
  /** Calls `leave`, after a confirmation if input would be lost. For a Cancel button or a closing dialog. */
  leaveBy: (leave: () => void) => void
  /** Call after saving, to navigate without a confirmation. */
  release: () => void
}

/**
 * Asks for confirmation before unsaved input is lost: by a link, Back, or closing the tab. Forms with a draft do not
 * need it.
 */
export function useLeaveConfirmation(isDirty: boolean): LeaveConfirmation {
  const t = useTexts()
  const isReleased = useRef(false)
  const [pending, setPending] = useState<() => void>()
  const needsConfirmation = () => isDirty && !isReleased.current
  const blocker = useBlocker({
    shouldBlockFn: needsConfirmation,
    enableBeforeUnload: needsConfirmation,
    withResolver: true,
  })
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
    leaveBy: (action) => (needsConfirmation() ? setPending(() => action) : action()),
    release,
  }
}
