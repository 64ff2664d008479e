import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { PlateFields } from './PlateFields.tsx'
import { VinField } from './VinField.tsx'

/** Step 1: the VIN, typed or scanned, or the plate with its state (VEH-032, VEH-033). */
export function IdentityStep({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  return (
    <Stack sx={{ gap: 2 }}>
      <VinField form={form} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {form.isFuelCard ? t('vehicle-form:identity.plateToo') : t('vehicle-form:identity.orPlate')}
      </Typography>
      <PlateFields form={form} />
    </Stack>
  )
}
