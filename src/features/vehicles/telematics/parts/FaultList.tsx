import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/** Fault codes with their time, newest first (TEL-011). */
export function FaultList({ faults }: { faults: TelematicsSnapshot['fault_codes'] }) {
  const format = useFormat()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {faults.map((fault) => (
        <Box component="li" key={fault.id} sx={{ py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{fault.diagnostic.name}</Typography>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {format.dateTime(fault.dateTime)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
