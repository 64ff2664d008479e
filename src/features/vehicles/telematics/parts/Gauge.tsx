import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface GaugeProps {
  label: string
  percent: number | null
  /** The reading as text, if the percentage is not the whole information. */
  reading?: string
  chip?: ReactNode
  children?: ReactNode
}

/** A percentage with its label, bar and details. */
export function Gauge({ label, percent, reading, chip, children }: GaugeProps) {
  const format = useFormat()
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Typography variant="h3">{label}</Typography>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontSize: '1.375rem', fontWeight: 650 }}>
          {reading ?? format.percent(percent)}
        </Typography>
        {chip}
      </Stack>
      {percent !== null && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={label}
          color={percent <= 10 ? 'error' : percent <= 30 ? 'warning' : 'success'}
          sx={{ height: 8, borderRadius: 4 }}
        />
      )}
      {children}
    </Stack>
  )
}
