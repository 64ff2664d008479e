import { useMemo } from 'react'
import { DEPARTMENT_MAX, VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { NO_VALUE } from '#domain/vehicles/vehicle-facets.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { facetOptions } from '../../facets/facets.ts'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { useFieldLabels } from './useFieldLabels.ts'

interface FieldProps {
  form: VehicleFormState
}

export function TypeField({ form: { values, change } }: FieldProps) {
  const t = useTexts('vehicle-form')
  const labels = useFieldLabels()
  return (
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
  )
}

export function NameFields({ form: { values, change, codes } }: FieldProps) {
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  return (
    <>
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
    </>
  )
}

export function DepartmentField({ form: { values, change, codes } }: FieldProps) {
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  return (
    <TextInput
      label={labels.department_number}
      name="department_number"
      value={values.department_number}
      onChange={(department_number) => change({ department_number })}
      maxLength={DEPARTMENT_MAX}
      suggestions={useDepartments()}
      error={textOf(codes, 'department_number')}
    />
  )
}

/** Departments that vehicles of the fleet already have, from the local copies. */
function useDepartments(): string[] {
  const vehicles = useVehicles({ isOptional: true })
  return useMemo(
    () => facetOptions(vehicles ?? [], 'department').filter((department) => department !== NO_VALUE),
    [vehicles],
  )
}
