import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { cardActionStyles } from '#src/ui/grid/cell-actions.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { VehicleCard } from './parts/VehicleCard.tsx'
import type { VehicleRow } from './vehicle-rows.ts'

const idOf = (row: VehicleRow) => row.id

interface VehicleCardsProps {
  rows: readonly VehicleRow[]
  /** Renders the document icons of a vehicle; undefined while the glovebox is off (VEH-022). */
  documentsOf?: ((vehicleId: number) => ReactNode) | undefined
}

/** The vehicles as cards, for phones. */
export function VehicleCards({ rows, documentsOf }: VehicleCardsProps) {
  const t = useTexts('vehicles')
  const format = useFormat()
  const words = {
    past_due: t('vehicles:due.past_due'),
    due_soon: t('vehicles:due.due_soon'),
    inactive: t('vehicles:inactive'),
    notEnrolled: t('vehicles:notEnrolled'),
    waiting: (count: number) => t('vehicles:waiting.count', { count }),
    distance: format.distance,
  }
  return (
    <Cards sx={papers}>
      <VirtualList
        label={t('vehicles:title')}
        items={rows}
        getKey={idOf}
        estimateHeight={documentsOf ? 112 : 78}
        renderItem={(row) => <VehicleCard row={row} words={words} documents={documentsOf?.(row.id)} />}
      />
    </Cards>
  )
}

const papers = { '& .papers': cardActionStyles }

/** Styles all cards at once: a styled or MUI component per card would add 50 ms to each keystroke. */
const Cards = styled('div')(({ theme }) => ({
  '& .card': {
    position: 'relative',
    padding: theme.spacing(1.25, 2),
    minHeight: 76,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  '& .open': {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    columnGap: theme.spacing(1.5),
    rowGap: theme.spacing(0.25),
    alignItems: 'center',
    minHeight: 54,
    color: 'inherit',
    textDecoration: 'none',
    outline: 'none',
  },
  // The whole card links to the vehicle; only the icons are above the link.
  '& .open::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& .open:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: 2,
  },
  '& .papers': { position: 'relative', width: 'fit-content' },
  '& .inactive': { color: theme.vars.palette.text.secondary, backgroundColor: 'transparent' },
  '& .name': { fontWeight: 650, overflowWrap: 'anywhere' },
  '& .quiet': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .end': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& .marks': { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', columnGap: theme.spacing(1) },
  '& .mark': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontSize: '0.8125rem',
    fontWeight: 650,
  },
  '& .mark svg': { width: '1rem', height: '1rem', fill: 'currentColor' },
  '& .past_due': { color: theme.vars.palette.error.main },
  '& .due_soon': { color: theme.vars.palette.warning.main },
  '& .waiting': { color: theme.vars.palette.info.main },
}))
