import Skeleton from '@mui/material/Skeleton'
import { memo, useDeferredValue, useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { fleetTotals } from './list/fleet-totals.ts'
import type { VehicleRow } from './vehicle-rows.ts'

interface VehicleTilesProps {
  /** The rows that the list shows; undefined while unknown. */
  rows: readonly VehicleRow[] | undefined
}

/**
 * Three totals above the list, four for brands with enrollment (VEH-002..005), of the vehicles that the list shows
 * (VEH-098). From local data. Deferred, so that a search first shows its rows.
 */
export const VehicleTiles = memo(function VehicleTiles({ rows }: VehicleTilesProps) {
  return <Tiles rows={useDeferredValue(rows)} />
})

const Tiles = memo(function Tiles({ rows }: VehicleTilesProps) {
  const t = useTexts('vehicles')
  const { money, number, country } = useFormat()
  const { fleet } = useSession()
  const hasEnrollment = useHasFeature('enrollVehicles')
  const figures = useComplete(
    useMemo(() => rows && fleetTotals(rows, fleet.distance_unit), [rows, fleet.distance_unit]),
  )
  const context = { context: country.toLowerCase() }
  const tiles = [
    { label: t('vehicles:tile.ytdCost'), value: figures && money(figures.ytdCost.toFixed(2)) },
    {
      label: t('vehicles:tile.costPerDistance', context),
      value: figures && money(figures.costPerDistance?.toFixed(4) ?? null),
    },
    ...(hasEnrollment
      ? [
          { label: t('vehicles:tile.enrolled'), value: figures && number(figures.enrolled) },
          {
            label: t('vehicles:tile.unenrolled'),
            value: figures && number(figures.vehicles - figures.enrolled),
          },
        ]
      : [{ label: t('vehicles:tile.total'), value: figures && number(figures.vehicles) }]),
  ]
  return (
    <Box component="dl" sx={frame(tiles.length)}>
      {tiles.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton width={72} />}</dd>
        </div>
      ))}
    </Box>
  )
})

/**
 * On a phone, three tiles fit one row and four take two, so that the list starts above the fold. At large text sizes,
 * as many per row as fit.
 */
const frame = (count: number) =>
  ({
    m: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: { xs: 1, md: 2 },
    '& > div': {
      // Money in the millions needs more width than a count.
      flex: { xs: `1 1 ${count === 4 ? 8.5 : 5.25}rem`, md: '1 1 0' },
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      px: { xs: 1.25, md: 2 },
      py: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      bgcolor: 'background.paper',
    },
    '& dt': { fontSize: { xs: '0.75rem', md: '0.875rem' }, color: 'text.secondary', lineHeight: 1.3 },
    '& dd': {
      m: 0,
      fontSize: { xs: '1.0625rem', md: '1.5rem' },
      fontWeight: 700,
      whiteSpace: 'nowrap',
    },
  }) as const
