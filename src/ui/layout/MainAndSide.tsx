import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Two panels: at the desk the first takes two thirds of the width, on a phone they stand under each other. */
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
