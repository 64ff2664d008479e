import Schedule from '@mui/icons-material/AccessTimeOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Update from '@mui/icons-material/UpdateOutlined'
import { styled } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { vehicleDetail } from '../vehicle-name.ts'
import type { VehicleRow } from '../vehicle-rows.ts'

/** One styled element with plain ones inside: a dozen MUI parts per card cost the typed letter its 50 ms. */
const Card = createLink(
  styled('a')(({ theme }) => ({
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    columnGap: theme.spacing(1.5),
    rowGap: theme.spacing(0.25),
    alignItems: 'center',
    padding: theme.spacing(1.25, 2),
    minHeight: 76,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    textDecoration: 'none',
    '&.inactive': { color: theme.vars.palette.text.secondary, backgroundColor: 'transparent' },
    '& .name': { fontWeight: 650, overflowWrap: 'anywhere' },
    '& .quiet': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
    '& .end': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& .mark': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      fontSize: '0.8125rem',
      fontWeight: 650,
    },
    '& .marks': { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', columnGap: theme.spacing(1) },
    '& svg': { fontSize: '1rem' },
    '& .past_due': { color: theme.vars.palette.error.main },
    '& .due_soon': { color: theme.vars.palette.warning.main },
    '& .waiting': { color: theme.vars.palette.info.main },
  })),
)

/** A vehicle on the phone: its name, what it is, how far it has gone and what it wants. */
export function VehicleCard({ row }: { row: VehicleRow }) {
  const t = useTexts('vehicles')
  const format = useFormat()
  const { vehicle, due, waiting } = row
  return (
    <Card
      to="/vehicles/$vehicleId"
      params={{ vehicleId: String(row.id) }}
      className={vehicle.is_active ? '' : 'inactive'}
    >
      <span className="name">{row.name}</span>
      <span className="end">{format.distance(vehicle.odometer, vehicle.odometer_units)}</span>
      <span className="quiet">{vehicleDetail(vehicle)}</span>
      <span className="marks">
        {due === 'past_due' && (
          <span className="mark past_due">
            <ErrorOutlined />
            {t('vehicles:due.past_due')}
          </span>
        )}
        {due === 'due_soon' && (
          <span className="mark due_soon">
            <Update />
            {t('vehicles:due.due_soon')}
          </span>
        )}
        {!vehicle.is_active && <span className="mark">{t('vehicles:inactive')}</span>}
        {waiting > 0 && (
          <span className="mark waiting">
            <Schedule />
            {t('vehicles:waiting.count', { count: waiting })}
          </span>
        )}
      </span>
    </Card>
  )
}
