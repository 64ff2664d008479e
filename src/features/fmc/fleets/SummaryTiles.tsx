import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { summaryQuery } from './fleets.queries.ts'

/** Total fleets, vehicles and spend of the management company (FMC-009). */
export function SummaryTiles() {
  const t = useTexts('fleet')
  const { number, money } = useFormat()
  const { data, isError } = useQuery(summaryQuery())
  if (isError) return null
  return (
    <Columns min={160}>
      <Tile label={t('fleet:summary.fleets')} value={data && number(data.total_fleets)} />
      <Tile label={t('fleet:summary.vehicles')} value={data && number(data.total_vehicles)} />
      <Tile label={t('fleet:summary.spend')} value={data && money(data.total_m_cost)} />
    </Columns>
  )
}

function Tile({ label, value }: { label: string; value: string | undefined }) {
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
        {value ?? <Skeleton width={96} />}
      </Typography>
    </Paper>
  )
}
