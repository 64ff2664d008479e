import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

export type StatusTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

interface StatusChipProps {
  tone: StatusTone
  icon: ReactNode
  /** Required, because color alone is not accessible (interface rule 7). */
  label: string
}

const colors = {
  neutral: 'text.secondary',
  info: 'info.main',
  success: 'success.main',
  warning: 'warning.main',
  danger: 'error.main',
}

/** A status as color, icon and label. */
export function StatusChip({ tone, icon, label }: StatusChipProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.25,
        border: 1,
        borderColor: 'currentColor',
        borderRadius: 4,
        color: colors[tone],
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
        // A long name next to it breaks instead.
        flexShrink: 0,
        maxWidth: '100%',
        '& svg': { fontSize: '1rem', flexShrink: 0 },
      }}
    >
      <Box component="span" aria-hidden sx={{ display: 'inline-flex' }}>
        {icon}
      </Box>
      {label}
    </Box>
  )
}
