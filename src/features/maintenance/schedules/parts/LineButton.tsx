import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'

interface LineButtonProps {
  onClick: () => void
  /** What stands at its end. */
  end: ReactNode
  children: ReactNode
}

/** A line of a list that opens something. */
export function LineButton({ onClick, end, children }: LineButtonProps) {
  return (
    <ButtonBase
      onClick={onClick}
      sx={{
        width: '100%',
        minHeight: 56,
        px: 2,
        py: 1,
        gap: 1,
        textAlign: 'start',
        justifyContent: 'space-between',
        '&:hover': { backgroundColor: 'action.hover' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      {end}
    </ButtonBase>
  )
}
