import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUICK_FILTER_DELAY_MS, VEHICLE_DRIVERS_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'
import type { VehicleValues } from './vehicle-draft.ts'
import { driversQuery } from './vehicle-entry.queries.ts'

interface DriversFieldProps {
  value: VehicleValues['drivers']
  onChange: (drivers: VehicleValues['drivers']) => void
  error: string | undefined
}

/** Selects the drivers of a vehicle. */
export function DriversField({ value, onChange, error }: DriversFieldProps) {
  const t = useTexts('vehicle-form')
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, QUICK_FILTER_DELAY_MS)
  const people = useQuery(driversQuery(search.trim()))
  return (
    <MultiSelectInput
      label={t('vehicle-form:drivers.add')}
      chosenLabel={t('vehicle-form:drivers.assigned')}
      name="driver_ids"
      options={people.data?.drivers ?? []}
      value={value}
      onChange={onChange}
      onType={setTyped}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      loading={people.isLoading}
      max={VEHICLE_DRIVERS_MAX}
      error={error}
    />
  )
}
