import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { FirstSteps } from '#src/features/vehicles/vehicles/FirstSteps.tsx'
import { vehicleDetail, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete, useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { lastUsedFirst } from './last-used.ts'
import { RowLink } from './RowLink.tsx'

/** DSH-011: rows shown when expanded; the vehicle index has the rest. */
const shownCount = 5
const openedCount = 50

/** Side list of the vehicles with the latest work, which users open most often (DSH-011, DSH-012). */
export function VehiclesPanel({ isLoading }: { isLoading: boolean }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const vehicles = useVehicles()
  const firstLoad = useFirstLoad()
  // Memoized: the panel renders often, and there may be tens of thousands of vehicles.
  const active = useMemo(() => vehicles?.filter((vehicle) => vehicle.is_active), [vehicles])
  const listed = useMemo(
    () => active && lastUsedFirst(active, isOpen ? openedCount : shownCount),
    [active, isOpen],
  )
  const count = useComplete(active?.length)
  return (
    <Section
      title={t('dashboard:vehicles.title')}
      flush
      actions={
        count !== undefined &&
        count > shownCount && (
          <LinkButton to="/vehicles" search={{ show: 'active' }} size="small">
            {t('dashboard:vehicles.all', { number: format.number(count) })}
          </LinkButton>
        )
      }
    >
      <ListStates
        {...firstLoad}
        total={!active || (isLoading && active.length === 0) ? undefined : active.length}
        rows={shownCount}
        rowHeight={64}
        empty={
          <EmptyState
            icon={<DirectionsCar />}
            title={t('dashboard:vehicles.empty')}
            message={t('dashboard:vehicles.emptyMessage')}
            action={<FirstSteps />}
          />
        }
      >
        {listed?.map((vehicle) => (
          <RowLink
            key={vehicle.id}
            to="/vehicles/$vehicleId"
            params={{ vehicleId: String(vehicle.id) }}
            title={vehicleName(vehicle)}
            detail={
              vehicle.last_maintenance_date
                ? t('dashboard:vehicles.last', { date: format.date(vehicle.last_maintenance_date) })
                : vehicleDetail(vehicle) || t('dashboard:vehicles.never')
            }
            end={
              <Typography variant="body2" sx={{ flexShrink: 0, color: 'text.secondary' }}>
                {format.distance(vehicle.odometer, vehicle.odometer_units)}
              </Typography>
            }
          />
        ))}
      </ListStates>
      {active && active.length > shownCount && (
        <Button fullWidth aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ minHeight: 44 }}>
          {isOpen ? t('dashboard:vehicles.fewer') : t('dashboard:vehicles.more')}
        </Button>
      )}
    </Section>
  )
}
