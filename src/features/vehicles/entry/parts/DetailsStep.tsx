import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { DriversField } from '../DriversField.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { AddressFields } from './AddressFields.tsx'
import { CascadeFields } from './CascadeFields.tsx'
import { DepartmentField, NameFields, TypeField } from './FleetFields.tsx'
import { useFieldLabels } from './useFieldLabels.ts'

/** Step 2: model, the fleet's own names, location and drivers. */
export function DetailsStep({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  const { values, change, codes } = form
  return (
    <Stack sx={{ gap: 2 }}>
      <CascadeFields form={form} />
      <Heading>{t('vehicle-form:section.fleet')}</Heading>
      <Columns min={220}>
        <TypeField form={form} />
        <NameFields form={form} />
        <DepartmentField form={form} />
        {form.isNew && (
          <NumberInput
            label={labels.odometer}
            name="odometer"
            value={values.odometer}
            onChange={(odometer) => change({ odometer })}
            error={textOf(codes, 'odometer')}
          />
        )}
      </Columns>
      <Heading>{labels.address}</Heading>
      <AddressFields form={form} />
      <Heading>{labels.drivers}</Heading>
      <DriversField
        value={values.drivers}
        onChange={(drivers) => change({ drivers })}
        error={textOf(codes, 'driver_ids')}
      />
    </Stack>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="subtitle2" component="h3" sx={{ mt: 1 }}>
      {children}
    </Typography>
  )
}
