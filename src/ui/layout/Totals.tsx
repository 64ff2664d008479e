import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface Total {
  label: string
  /** Formatted, with its currency. */
  amount: string
  isTotal?: boolean
}

/** Amounts as a definition list, aligned in one column. */
export function Totals({ sums }: { sums: readonly Total[] }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.5, columnGap: 2 }}
    >
      {sums.map(({ label, amount, isTotal = false }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" sx={{ ...(isTotal && { fontWeight: 650 }) }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{
              m: 0,
              fontWeight: isTotal ? 700 : 600,
              textAlign: 'end',
            }}
          >
            {amount}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
