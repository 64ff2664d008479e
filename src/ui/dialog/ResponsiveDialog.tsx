import Close from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { focusFirstField } from '#src/ui/focus/first-field.ts'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { useIsDesktop, useIsPhone } from '#src/ui/layout/useScreenSize.ts'

interface ResponsiveDialogProps {
  open: boolean
  title: string
  /** Undefined while the dialog must stay open. */
  onClose: (() => void) | undefined
  /** Makes the dialog a form: Enter and a submit button among the actions call it. */
  onSubmit?: () => void
  actions?: ReactNode
  width?: 'xs' | 'sm' | 'md' | 'lg'
  /** Full screen on every device, for viewing a document. */
  fullScreen?: boolean
  children: ReactNode
}

/** A dialog that fills the screen on a phone. Escape and the close button close it; a tap outside does not. */
export function ResponsiveDialog(props: ResponsiveDialogProps) {
  const { open, title, onClose, onSubmit, actions, width = 'sm', fullScreen = false, children } = props
  const t = useTexts()
  const isPhone = useIsPhone()
  const titleId = useId()
  const body = (
    <>
      <DialogContent dividers>{children}</DialogContent>
      {actions && <DialogActions sx={{ px: 3, py: 1.5, flexWrap: 'wrap', gap: 1 }}>{actions}</DialogActions>}
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={(_, reason) => (reason === 'backdropClick' && onSubmit ? undefined : onClose?.())}
      fullScreen={isPhone || fullScreen}
      fullWidth
      maxWidth={width}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ pr: 8 }}>
        {title}
      </DialogTitle>
      {onClose && (
        <IconButton
          aria-label={t('common:action.close')}
          onClick={onClose}
          sx={{ position: 'absolute', right: 8, top: 8 }}
        >
          <Close />
        </IconButton>
      )}
      {onSubmit ? <DialogForm onSubmit={onSubmit}>{body}</DialogForm> : body}
    </Dialog>
  )
}

/**
 * At a desk, the form starts in its first field. On a phone, the keyboard would cover the form. A submit that the form
 * rejects focuses the first error.
 */
function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const isDesktop = useIsDesktop()
  const { frame: form, focusError } = useErrorFocus<HTMLFormElement>()
  useEffect(() => {
    if (!isDesktop || form.current?.contains(document.activeElement)) return
    focusFirstField(form.current)
  }, [isDesktop, form])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be nested in another form of the React tree.
    event.stopPropagation()
    onSubmit()
    focusError()
  }
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} sx={{ display: 'contents' }}>
      {children}
    </Box>
  )
}
