import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

/** Two panels: on desktop the first takes two thirds of the width, on a phone they are stacked. */
export function MainAndSide({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' },
      }}
    >
      {children}
    </Box>
  )
}
