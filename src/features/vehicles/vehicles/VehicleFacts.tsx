import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useRef } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { latestReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useEngineName } from '#src/i18n/useEngineName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { type Fact, Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { vehicleName } from './vehicle-name.ts'

interface VehicleFactsProps {
  vehicle: Vehicle
  /** Buttons that edit one part in place, beside its fact. */
  edit: Partial<Record<'plate' | 'department' | 'names' | 'model' | 'drivers', ReactNode>>
}

/** The information block of a vehicle (VEH-080..089). */
export function VehicleFacts({ vehicle, edit }: VehicleFactsProps) {
  const t = useTexts('vehicles')
  const facts = useFacts(vehicle, edit)
  // Users who may not edit may still assign drivers there.
  const mayEdit = useSessionCan('drivers.assign')
  return (
    <Section
      title={t('vehicles:detail.info')}
      actions={
        mayEdit && (
          <LinkButton
            startIcon={<Edit />}
            to="/vehicles/$vehicleId/edit"
            params={{ vehicleId: String(vehicle.id) }}
          >
            {t('vehicles:detail.edit')}
          </LinkButton>
        )
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
          alignItems: 'start',
        }}
      >
        <Box
          component="img"
          src={vehicle.dashboard_mobile_url ?? '/vehicle-fallback.svg'}
          alt={t('vehicles:detail.image', { vehicle: vehicleName(vehicle) })}
          width={200}
          height={125}
          // Falls back to a drawing if the picture cannot be loaded (VEH-088).
          onError={(event) => {
            const image = event.currentTarget as HTMLImageElement
            if (!image.src.endsWith('/vehicle-fallback.svg')) image.src = '/vehicle-fallback.svg'
          }}
          sx={{
            width: { xs: 160, sm: 200 },
            mx: 'auto',
            height: 'auto',
            aspectRatio: '8 / 5',
            objectFit: 'contain',
          }}
        />
        <Facts facts={facts} />
      </Box>
    </Section>
  )
}

function useFacts(vehicle: Vehicle, edit: VehicleFactsProps['edit']): Fact[] {
  const t = useTexts('vehicles')
  const format = useFormat()
  const engineName = useEngineName()
  // Includes readings that wait on this device, like the log next to it.
  const schedule = useLocalRows(['schedule', vehicle.id], (cache) => cache.scheduleOf(vehicle.id))
  const last = schedule && latestReading(dueInputOf(schedule).readings, vehicle.odometer_units)
  const country = { context: format.country.toLowerCase() }
  const plateExpiration: Fact[] =
    format.country === 'CA'
      ? []
      : [
          {
            label: t('vehicles:detail.plateExpiration'),
            value: format.date(vehicle.license_plate_expiration),
          },
        ]
  return [
    { label: t('vehicles:detail.vin'), value: vehicle.vin && <Vin vin={vehicle.vin} /> },
    {
      label: t('vehicles:detail.odometer', country),
      value: format.distance(last?.value ?? vehicle.odometer, vehicle.odometer_units),
    },
    { label: t('vehicles:detail.plate'), value: vehicle.license_plate_number, action: edit.plate },
    { label: t('vehicles:detail.costPerDistance', country), value: format.money(vehicle.cost_per_mile) },
    { label: t('vehicles:detail.state', country), value: vehicle.license_plate_state },
    { label: t('vehicles:detail.lastMaintenance'), value: format.date(vehicle.last_maintenance_date) },
    ...plateExpiration,
    { label: t('vehicles:detail.department'), value: vehicle.department_number, action: edit.department },
    { label: t('vehicles:detail.otherId'), value: vehicle.other_id, action: edit.names },
    {
      label: t('vehicles:detail.engine'),
      value: vehicle.engine && engineName(vehicle.engine),
      action: edit.model,
    },
    {
      label: t('vehicles:detail.drivers'),
      value: vehicle.driver_names.join(', ') || t('vehicles:unassigned'),
      action: edit.drivers,
    },
    { label: t('vehicles:detail.ytdCost'), value: format.money(vehicle.ytd_maintenance_cost) },
  ]
}

function Vin({ vin }: { vin: string }) {
  const t = useTexts('vehicles')
  const toast = useToast()
  const text = useRef<HTMLSpanElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(vin)
      toast('success', t('vehicles:detail.vinCopied'))
    } catch {
      // The browser refused. The user can copy the selected VIN manually.
      if (text.current) getSelection()?.selectAllChildren(text.current)
    }
  }
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        fontFamily: 'monospace',
        fontSize: '0.9rem',
      }}
    >
      <span ref={text}>{vin}</span>
      <IconButton size="small" aria-label={t('vehicles:detail.copyVin')} onClick={copy}>
        <ContentCopy fontSize="inherit" />
      </IconButton>
    </Box>
  )
}
