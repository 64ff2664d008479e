import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Country, Language } from '#contract/core/locale.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createFormatter, dash } from '#src/lib/format/format.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { summaryQuery } from './fleets.queries.ts'

/** Total fleets, vehicles and spend of the management company (FMC-009). */
export function SummaryTiles() {
  const t = useTexts('fleet')
  const { number, language } = useFormat()
  const { data, isError } = useQuery(summaryQuery())
  if (isError) return null
  return (
    <Columns min={160}>
      <Tile label={t('fleet:summary.fleets')} value={data && number(data.total_fleets)} />
      <Tile label={t('fleet:summary.vehicles')} value={data && number(data.total_vehicles)} />
      <Tile label={t('fleet:summary.spend')} value={data && spendOf(data.spend, language)} isWide />
    </Columns>
  )
}

/** Returns one amount per currency, because US and Canadian dollars cannot be added. */
function spendOf(spend: readonly { country: Country; amount: string }[], language: Language): ReactNode {
  const amounts = spend.map(({ country, amount }) => createFormatter({ country, language }).money(amount))
  return amounts.length === 0 ? dash : amounts.map((amount) => <div key={amount}>{amount}</div>)
}

interface TileProps {
  label: string
  value: ReactNode
  /** Full width on phones: two amounts in the millions do not fit side by side. */
  isWide?: boolean
}

function Tile({ label, value, isWide = false }: TileProps) {
  return (
    <Paper
      variant="outlined"
      sx={{ px: 2, py: 1.5, ...(isWide && { gridColumn: { xs: '1 / -1', sm: 'auto' } }) }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 700, whiteSpace: 'nowrap' }}>
        {value ?? <Skeleton width={96} />}
      </Typography>
    </Paper>
  )
}
