import type { ReactNode } from 'react'
import { dash } from '#src/lib/format/format.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

export interface Fact {
  label: string
  /** Empty values show a dash (BRD-037). */
  value: ReactNode
  /** Beside the value, for example a button that edits it. */
  action?: ReactNode
}

/** Label and value pairs as a definition list: lines on a phone, columns of at least `min` px otherwise. */
export function Facts({ facts, min = 184 }: { facts: Fact[]; min?: number }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: { sm: 2 },
        gridTemplateColumns: { xs: '1fr', sm: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))` },
      }}
    >
      {facts.map(({ label, value, action }) => (
        <Box key={label} sx={factStyle}>
          <Typography component="dt" variant="caption" sx={labelStyle}>
            {label}
          </Typography>
          <Typography component="dd" sx={valueStyle}>
            {value === null || value === undefined || value === '' ? dash : value}
            {action}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

const factStyle = {
  minWidth: 0,
  display: { xs: 'flex', sm: 'block' },
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: 2,
  py: { xs: 1, sm: 0 },
  borderBottom: { xs: '1px solid', sm: 'none' },
  borderBottomColor: { xs: 'divider' },
  '&:last-of-type': { borderBottom: 0 },
}

const labelStyle = { minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }

const valueStyle = {
  m: 0,
  // Beside a long label, breaks only words that are too long, never an amount.
  maxWidth: { xs: '75%', sm: 'none' },
  overflowWrap: 'break-word',
  textAlign: { xs: 'end', sm: 'start' },
}
