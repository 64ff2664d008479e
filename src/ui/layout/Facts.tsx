import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { dash } from '#src/lib/format.ts'

export interface Fact {
  label: string
  /** Empty values show a dash (BRD-037). */
  value: ReactNode
}

/** Pairs of label and value as a definition list. */
export function Facts({ facts, min = 140 }: { facts: Fact[]; min?: number }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`,
      }}
    >
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value === null || value === undefined || value === '' ? dash : value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
