import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface ColumnsProps {
  /** Minimum column width in px; as many columns as fit. */
  min?: number
  gap?: number
  children: ReactNode
}

/** Children in columns while each has its minimum width, else stacked. */
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
