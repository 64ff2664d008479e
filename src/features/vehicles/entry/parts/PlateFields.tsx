import { statesOf } from '#domain/catalog/state-list.ts'
import { PLATE_MAX } from '#domain/core/limits.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { useFieldLabels } from './useFieldLabels.ts'

/** The plate with its state and expiration, and a warning if another vehicle has it (VEH-033). */
export function PlateFields({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  const { country, language } = useFormat()
  const { values, change, codes, twin } = form
  const states = (plateCountry: 'US' | 'CA') =>
    statesOf(plateCountry, language).map(({ id, name }) => ({ value: id, label: name }))
  const [own, other] = country === 'CA' ? (['CA', 'US'] as const) : (['US', 'CA'] as const)
  return (
    <>
      <Columns min={200}>
        <TextInput
          label={labels.license_plate_number}
          name="license_plate_number"
          value={values.license_plate_number}
          onChange={(plate) => change({ license_plate_number: plate.toUpperCase() })}
          maxLength={PLATE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          error={textOf(codes, 'license_plate_number')}
        />
        <SelectInput
          label={labels.license_plate_state}
          name="license_plate_state"
          value={values.license_plate_state}
          onChange={(license_plate_state) => change({ license_plate_state })}
          options={[...states(own), ...states(other)]}
          error={textOf(codes, 'license_plate_state')}
        />
        {country !== 'CA' && (
          <DateInput
            label={labels.license_plate_expiration}
            name="license_plate_expiration"
            value={values.license_plate_expiration}
            onChange={(license_plate_expiration) => change({ license_plate_expiration })}
            error={textOf(codes, 'license_plate_expiration')}
          />
        )}
      </Columns>
      {twin && (
        <AlertBox
          type="notice"
          message={
            <>
              {t('vehicle-form:identity.samePlate')}{' '}
              <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(twin.id) }}>
                {vehicleName(twin)}
              </TextLink>
            </>
          }
        />
      )}
    </>
  )
}
