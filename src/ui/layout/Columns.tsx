import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface ColumnsProps {
  /** The least width of a column in px; as many stand side by side as fit. */
  min?: number
  gap?: number
  children: ReactNode
}

/** Children side by side while each keeps its least width, else under each other. */
export function Columns({ min = 240, gap = 2, children }: ColumnsProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap,
        alignItems: 'start',
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, 100%), 1fr))`,
      }}
    >
      {children}
    </Box>
  )
}
