import Button from '@mui/material/Button'
import type { Key, ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ResponsiveDialog } from './ResponsiveDialog.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  /** Replaces the submit button when it changes, so that a second click on the old one does not reach the new one. */
  submitKey?: Key
  /** Color of the submit button. */
  color?: 'primary' | 'error'
  /** Default: Cancel. */
  cancelLabel?: string | undefined
  /** Default: closes the dialog. */
  onCancel?: (() => void) | undefined
  /** Disables the cancel button. */
  isCancelDisabled?: boolean
  width?: 'xs' | 'sm' | 'md'
  isBusy: boolean
  /** Why the form cannot be submitted now. */
  disabledReason?: string | undefined | false
  /** Further buttons, before Cancel. */
  actions?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, and the buttons to cancel and to submit it. */
export function FormDialog({
  title,
  width,
  actions,
  onSubmit,
  onClose,
  children,
  ...props
}: FormDialogProps) {
  const { submitLabel, submitKey, color, isBusy, disabledReason } = props
  const { cancelLabel, onCancel = onClose, isCancelDisabled = false } = props
  const t = useTexts()
  return (
    <ResponsiveDialog
      open
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      {...(width && { width })}
      actions={
        <>
          {actions}
          <Button onClick={onCancel} disabled={isCancelDisabled} sx={{ minHeight: 44 }}>
            {cancelLabel ?? t('common:action.cancel')}
          </Button>
          <ActionButton
            key={submitKey}
            type="submit"
            variant="contained"
            color={color ?? 'primary'}
            loading={isBusy}
            disabledReason={disabledReason}
            sx={{ minHeight: 44 }}
          >
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      {/* What is typed after the save has begun would be lost when the dialog closes. */}
      <div inert={isBusy}>{children}</div>
    </ResponsiveDialog>
  )
}
