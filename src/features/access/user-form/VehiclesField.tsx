import { useMemo } from 'react'
import { USER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'

/** A vehicle as an option of the field. */
export interface VehicleChoice {
  id: number
  name: string
  detail: string
  searchText: string
}

interface VehiclesFieldProps {
  /** Undefined while loading. */
  options: readonly VehicleChoice[] | undefined
  value: readonly { id: number; name: string }[]
  onChange: (vehicles: { id: number; name: string }[]) => void
  error: string | undefined
}

/** Vehicles of the fleet that the user drives, searchable among thousands. */
export function VehiclesField({ options, value, onChange, error }: VehiclesFieldProps) {
  const t = useTexts('users')
  // A vehicle that is inactive, or not on this device, can still be removed.
  const chosen = useMemo(() => {
    const known = new Map(options?.map((option) => [option.id, option]))
    return value.map(
      (vehicle) => known.get(vehicle.id) ?? { ...vehicle, detail: '', searchText: vehicle.name },
    )
  }, [options, value])
  return (
    <MultiSelectInput
      label={t('users:form.addVehicle')}
      chosenLabel={t('users:field.vehicles')}
      name="vehicle_ids"
      options={options ?? []}
      value={chosen}
      onChange={(vehicles) => onChange(vehicles.map(({ id, name }) => ({ id, name })))}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      getDetail={({ detail }) => detail}
      getSearchText={({ searchText }) => searchText}
      loading={options === undefined}
      max={USER_VEHICLES_MAX}
      error={error}
      help={t('users:form.vehiclesHelp')}
    />
  )
}
