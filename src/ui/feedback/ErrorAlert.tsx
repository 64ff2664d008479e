import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { ERROR_ATTRIBUTE } from '#src/ui/focus/useErrorFocus.ts'
import { AlertBox } from './AlertBox.tsx'

interface ErrorAlertProps {
  title?: string
  message: ReactNode
}

/** A form error that belongs to no single field. It can take the focus, see `useErrorFocus`. */
export function ErrorAlert(props: ErrorAlertProps) {
  return (
    <Box tabIndex={-1} {...ERROR_ATTRIBUTE} sx={{ scrollMarginTop: 80 }}>
      <AlertBox type="error" {...props} />
    </Box>
  )
}
