import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { DEPARTMENT_MAX, VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { DriversField } from '../DriversField.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { AddressFields } from './AddressFields.tsx'
import { CascadeFields } from './CascadeFields.tsx'
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
        <SelectInput
          label={labels.vehicle_type_id}
          name="vehicle_type_id"
          required
          empty={null}
          value={values.vehicle_type_id}
          onChange={(type) => type && change({ vehicle_type_id: type })}
          options={[
            { value: 'light', label: t('vehicle-form:type.light') },
            { value: 'medium_heavy', label: t('vehicle-form:type.medium_heavy') },
          ]}
        />
        <TextInput
          label={labels.name_of_vehicle}
          name="name_of_vehicle"
          value={values.name_of_vehicle}
          onChange={(name_of_vehicle) => change({ name_of_vehicle })}
          maxLength={VEHICLE_TEXT_MAX}
          autoComplete="off"
          error={textOf(codes, 'name_of_vehicle')}
        />
        <TextInput
          label={labels.other_id}
          name="other_id"
          value={values.other_id}
          onChange={(other_id) => change({ other_id })}
          maxLength={VEHICLE_TEXT_MAX}
          autoComplete="off"
          error={textOf(codes, 'other_id')}
        />
        <TextInput
          label={labels.department_number}
          name="department_number"
          value={values.department_number}
          onChange={(department_number) => change({ department_number })}
          maxLength={DEPARTMENT_MAX}
          autoComplete="off"
          error={textOf(codes, 'department_number')}
        />
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
