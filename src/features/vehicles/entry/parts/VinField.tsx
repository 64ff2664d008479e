import QrCodeScanner from '@mui/icons-material/QrCodeScanner'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useEngineName } from '#src/i18n/useEngineName.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { useFieldLabels } from './useFieldLabels.ts'

// Loaded on demand: camera and barcode reader are needed for scanning only.
const VinScanner = lazyComponent(() =>
  import('../../scan/VinScanner.tsx').then((module) => module.VinScanner),
)

/** The VIN, typed or scanned, with its lookup result and validation errors (ruling 19, VEH-045, VEH-046). */
export function VinField({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  const [isScanning, setScanning] = useState(false)
  const { values, change, codes, double } = form
  const { check_digit: _, ...others } = Object.fromEntries((codes.vin ?? []).map((code) => [code, true]))
  const error = textOf({ vin: Object.keys(others) }, 'vin')
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'start' } }}>
        <Box sx={{ flex: 1 }}>
          <TextInput
            label={labels.vin}
            name="vin"
            required={form.isFuelCard}
            value={values.vin}
            onChange={(vin) => change({ vin: vin.toUpperCase().replaceAll(/[\s-]/g, '').slice(0, 17) })}
            autoComplete="off"
            autoCapitalize="characters"
            error={error}
            help={t('vehicle-form:vin.count', { count: values.vin.length })}
          />
        </Box>
        <Button
          variant="outlined"
          startIcon={<QrCodeScanner />}
          onClick={() => setScanning(true)}
          // Aligned with the field, below its label.
          sx={{ minHeight: 48, mt: { sm: 3.25 } }}
        >
          {t('vehicle-form:scan.action')}
        </Button>
      </Stack>
      {double && (
        <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(double.id) }}>
          {t('vehicle-form:vin.open', { vehicle: vehicleName(double) })}
        </TextLink>
      )}
      {form.needsCheck && (
        <AlertBox
          type="notice"
          message={
            <Stack sx={{ gap: 0.5 }}>
              {textOf({ vin: ['check_digit'] }, 'vin')}
              <CheckboxInput
                name="accepts_check_digit"
                checked={form.acceptsCheckDigit}
                onChange={form.accept}
                label={t('vehicle-form:vin.accept')}
                error={codes.vin?.includes('check_digit') ? t('vehicle-form:vin.decide') : undefined}
              />
            </Stack>
          }
        />
      )}
      <Lookup form={form} />
      {isScanning && (
        <VinScanner
          onFound={(vin) => {
            setScanning(false)
            change({ vin })
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </Stack>
  )
}

/** The catalog's result for the VIN. */
function Lookup({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const engineName = useEngineName()
  const { lookup } = form
  if (lookup.is === 'failed')
    return (
      <AlertBox
        type="error"
        title={t('vehicle-form:lookup.failed')}
        message={t('vehicle-form:lookup.byHand')}
      />
    )
  // As high as the result, which must not move a button while it is being pressed.
  if (lookup.is === 'busy')
    return <AlertBox type="notice" title={t('vehicle-form:lookup.busy')} message={form.values.vin} />
  if (lookup.is !== 'found') return <Box role="status" />
  const { year, make, model, sub_model, engine } = lookup.found
  const name = [year, make.name, model.name, sub_model?.name].filter(Boolean).join(' ')
  return (
    <AlertBox
      type="success"
      title={t('vehicle-form:lookup.found')}
      message={[name, engine && engineName(engine.name)].filter(Boolean).join(' · ')}
    />
  )
}
