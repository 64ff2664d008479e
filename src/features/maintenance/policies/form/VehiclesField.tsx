import { useMemo } from 'react'
import { SENTINEL_ALL } from '#domain/core/limits.ts'
import { vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'
import { withoutClash } from './policy-draft.ts'

interface VehiclesFieldProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
  error: string | undefined
}

/** Vehicles of a policy, from the local copies, or only 'All Vehicles' (SET-031). */
export function VehiclesField({ value, onChange, error }: VehiclesFieldProps) {
  const t = useTexts('policies')
  const vehicles = useVehicles({ isOptional: true })
  const all = t('policies:allVehicles')
  // Sorts thousands of rows, and runs again with each keystroke in the form.
  const known = useMemo(
    () => [
      { id: SENTINEL_ALL, name: all, detail: '', searchText: all, isActive: true },
      ...vehicleOptions(vehicles ?? [], []).map(({ id, name, detail, searchText, vehicle }) => ({
        id,
        name,
        detail,
        searchText,
        isActive: vehicle.is_active,
      })),
    ],
    [vehicles, all],
  )
  const byId = useMemo(() => new Map(known.map((option) => [option.id, option])), [known])
  const offered = useMemo(() => known.filter(({ isActive }) => isActive), [known])
  const unknown = (id: number) => ({ id, name: `#${id}`, detail: '', searchText: '', isActive: false })
  return (
    <MultiSelectInput
      label={t('policies:form.vehicles')}
      chosenLabel={t('policies:form.vehiclesChosen')}
      name="vehicle_ids"
      required
      options={offered}
      value={value.map((id) => byId.get(id) ?? unknown(id))}
      onChange={(chosen) => onChange(withoutClash(chosen).map(({ id }) => id))}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      getSearchText={({ searchText }) => searchText}
      getDetail={({ detail }) => detail}
      loading={vehicles === undefined}
      error={error}
    />
  )
}
