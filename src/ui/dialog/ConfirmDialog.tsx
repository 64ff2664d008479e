import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  message: ReactNode
  /** Names the action: 'Delete the document', not 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  /** Red, for actions that cannot be undone. */
  isDestructive?: boolean
  isBusy?: boolean
  /** Cannot be confirmed now; the message explains why. */
  isBlocked?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Further choices between cancel and confirm. */
  children?: ReactNode
}

/** Confirms an action. For a destructive one, Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, message, confirmLabel, cancelLabel, onConfirm, onCancel, children } = props
  const { isDestructive = false, isBusy = false, isBlocked = false } = props
  const t = useTexts()
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-message`} component="div">
          {message}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onCancel} autoFocus={isDestructive}>
          {cancelLabel ?? t('common:action.cancel')}
        </Button>
        {children}
        <Button
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          loading={isBusy}
          disabled={isBlocked}
          autoFocus={!isDestructive}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
