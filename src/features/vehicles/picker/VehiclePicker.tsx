import { useMemo } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import type { VehicleOption } from './vehicle-options.ts'

interface VehiclePickerProps {
  options: readonly VehicleOption[]
  value: number | null
  onChange: (vehicle: VehicleOption | null) => void
  error?: string | undefined
}

/** Selects one vehicle by name, plate, VIN, number or driver. */
export function VehiclePicker({ options, value, onChange, error }: VehiclePickerProps) {
  const t = useTexts('vehicles')
  // Inactive vehicles are offered only if one is already chosen.
  const offered = useMemo(
    () => options.filter((option) => option.vehicle.is_active || option.id === value),
    [options, value],
  )
  return (
    <AutocompleteInput
      label={t('vehicles:picker.label')}
      placeholder={t('vehicles:picker.placeholder')}
      name="vehicle_id"
      required
      error={error}
      options={offered}
      value={offered.find((option) => option.id === value) ?? null}
      onChange={onChange}
      getKey={(option) => String(option.id)}
      getLabel={(option) => option.name}
      getDetail={(option) => option.detail}
      getSearchText={(option) => option.searchText}
      {...(offered[0]?.isRecent && {
        groupBy: (option: VehicleOption) =>
          option.isRecent ? t('vehicles:picker.recent') : t('vehicles:picker.all'),
      })}
    />
  )
}
