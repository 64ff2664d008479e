import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFaultName } from '#src/i18n/useFaultName.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface FaultListProps {
  faults: TelematicsSnapshot['fault_codes']
  /** Number of columns, if there is room. */
  columns?: number
}

/** Fault codes with their time, newest first (TEL-011). */
export function FaultList({ faults, columns = 1 }: FaultListProps) {
  const format = useFormat()
  const nameOf = useFaultName()
  return (
    <Box component="ul" sx={{ columnCount: { xs: 1, sm: columns }, columnGap: 3 }}>
      {faults.map((fault) => (
        <Box
          component="li"
          key={fault.id}
          sx={{ py: 0.75, borderBottom: 1, borderColor: 'divider', breakInside: 'avoid' }}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>{nameOf(fault.diagnostic.name)}</Typography>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {format.dateTime(fault.dateTime)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
