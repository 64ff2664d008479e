import ZoomOutMap from '@mui/icons-material/ZoomOutMapOutlined'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { vehicleModel, vehicleName } from '../vehicles/vehicle-name.ts'
import { LargeVin } from './parts/LargeVin.tsx'

const Barcode = lazyComponent(
  () => import('./Barcode.tsx').then((m) => m.Barcode),
  <Skeleton variant="rectangular" height={84} />,
)

/** Shows what a shop needs: the VIN as text and barcode, and the vehicle's plate and number. */
export function MembershipCardVehicle({ vehicle }: { vehicle: Vehicle }) {
  const t = useTexts('membership-card')
  const [isLarge, setLarge] = useState(false)
  const { vin } = vehicle
  const name = vehicleName(vehicle)
  const model = vehicleModel(vehicle)
  return (
    <Section title={name}>
      <Stack sx={{ gap: 2 }}>
        {model && model !== name && <Typography sx={{ color: 'text.secondary' }}>{model}</Typography>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5 }}>
          <LargeVinButton
            label={t('membership-card:plate')}
            value={[vehicle.license_plate_number, vehicle.license_plate_state].filter(Boolean).join(' · ')}
          />
          <LargeVinButton label={t('membership-card:otherId')} value={vehicle.other_id ?? ''} />
        </Box>
        {vin ? (
          <>
            <Box sx={paper}>
              <Barcode vin={vin} label={t('membership-card:barcode', { vin })} />
              <Typography component="p" sx={vinText}>
                {vin}
              </Typography>
            </Box>
            <Button
              variant="outlined"
              startIcon={<ZoomOutMap />}
              onClick={() => setLarge(true)}
              sx={{ alignSelf: 'flex-start', minHeight: 48 }}
            >
              {t('membership-card:large')}
            </Button>
          </>
        ) : (
          <Typography>{t('membership-card:noVin')}</Typography>
        )}
      </Stack>
      {isLarge && vin && <LargeVin vin={vin} onClose={() => setLarge(false)} />}
    </Section>
  )
}

function LargeVinButton({ label, value }: { label: string; value: string }) {
  if (value === '') return null
  return (
    <div>
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="p" sx={{ m: 0, fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.2 }}>
        {value}
      </Typography>
    </div>
  )
}

const paper = {
  bgcolor: '#fff',
  color: '#000',
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
}
const vinText = {
  m: 0,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 'clamp(1.05rem, 5.6vw, 1.6rem)',
  fontWeight: 700,
  letterSpacing: '0.04em',
}
