import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { FAULT } from '#src/ui/focus/useFaultFocus.ts'
import { AlertBox } from './AlertBox.tsx'

interface FaultAlertProps {
  title?: string
  message: ReactNode
}

/** An error in a form that belongs to no single field. It can take the focus, see `useFaultFocus`. */
export function FaultAlert(props: FaultAlertProps) {
  return (
    <Box tabIndex={-1} {...FAULT} sx={{ scrollMarginTop: 80 }}>
      <AlertBox type="error" {...props} />
    </Box>
  )
}
