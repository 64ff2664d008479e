import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { dash } from '#src/lib/format/format.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface StatsProps {
  /** Explains what the numbers count. */
  caption: string
  children: ReactNode
}

/** Stat tiles above a grid, side by side, under a caption. */
export function Stats({ caption, children }: StatsProps) {
  const captionId = useId()
  return (
    <Box role="group" aria-labelledby={captionId} sx={{ px: 2, pb: 1.5 }}>
      <Typography variant="body2" id={captionId} sx={{ color: 'text.secondary', mb: 0.5 }}>
        {caption}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Box>
  )
}

interface StatProps extends ComponentProps<'a'> {
  label: string
  /** Undefined while loading. */
  value: number | undefined
  isUrgent?: boolean
}

/** A labeled number that links to the rows it counts. */
export const Stat = createLink(({ label, value, isUrgent = false, ...anchor }: StatProps) => {
  const { number } = useFormat()
  return (
    <Box component="a" {...anchor} sx={stat}>
      <span style={{ whiteSpace: 'nowrap' }}>{label}</span>
      <Box component="strong" sx={{ color: isUrgent && value ? 'error.main' : 'inherit' }}>
        {value === undefined ? dash : number(value)}
      </Box>
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
