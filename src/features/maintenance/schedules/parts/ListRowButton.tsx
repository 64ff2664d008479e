import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface ListRowButtonProps {
  onClick: () => void
  /** Content at the end of the row. */
  end: ReactNode
  children: ReactNode
}

/** A list row that opens something. */
export function ListRowButton({ onClick, end, children }: ListRowButtonProps) {
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
