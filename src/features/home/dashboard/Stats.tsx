import Box from '@mui/material/Box'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { dash } from '#src/lib/format.ts'

/** Stat tiles above a grid, side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, pb: 1.5 }}>{children}</Box>
}

interface StatProps extends ComponentProps<'a'> {
  label: string
  /** Undefined while it is read. */
  value: number | undefined
  /** Behind the number: what it leaves out. */
  more?: string
  isUrgent?: boolean
}

/** A number with its word, and the way to what it counts. */
export const Stat = createLink(({ label, value, more, isUrgent = false, ...anchor }: StatProps) => {
  const { number } = useFormat()
  return (
    <Box component="a" {...anchor} sx={stat}>
      <span style={{ whiteSpace: 'nowrap' }}>{label}</span>
      <Box component="strong" sx={{ color: isUrgent && value ? 'error.main' : 'inherit' }}>
        {value === undefined ? dash : number(value)}
      </Box>
      {more && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {more}
        </Box>
      )}
    </Box>
  )
})

const stat = {
  display: 'inline-flex',
  alignItems: 'baseline',
  gap: 0.75,
  px: 1.5,
  minHeight: 36,
  lineHeight: '34px',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.875rem',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { borderColor: 'primary.main' },
} as const
