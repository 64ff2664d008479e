import Cancel from '@mui/icons-material/Cancel'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUICK_FILTER_DELAY_MS, VEHICLE_DRIVERS_MAX } from '#contract/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/useDelayed.ts'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import type { VehicleValues } from './vehicle-draft.ts'
import { driversQuery } from './vehicle-entry.queries.ts'

interface DriversFieldProps {
  value: VehicleValues['drivers']
  onChange: (drivers: VehicleValues['drivers']) => void
  error: string | undefined
}

/** Whom the vehicle is assigned to. */
export function DriversField({ value, onChange, error }: DriversFieldProps) {
  const t = useTexts('vehicle-form')
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, QUICK_FILTER_DELAY_MS)
  const people = useQuery(driversQuery(search.trim()))
  const free = (people.data?.drivers ?? []).filter(({ id }) => !value.some((driver) => driver.id === id))
  return (
    <Stack sx={{ gap: 1 }}>
      {value.length > 0 && (
        <Stack
          component="ul"
          direction="row"
          aria-label={t('vehicle-form:drivers.assigned')}
          sx={{ gap: 1, flexWrap: 'wrap', listStyle: 'none', m: 0, p: 0 }}
        >
          {value.map((driver) => (
            <li key={driver.id}>
              <Chip
                label={driver.name}
                onDelete={() => onChange(value.filter(({ id }) => id !== driver.id))}
                deleteIcon={<Cancel titleAccess={t('vehicle-form:drivers.remove', { name: driver.name })} />}
              />
            </li>
          ))}
        </Stack>
      )}
      {value.length < VEHICLE_DRIVERS_MAX && (
        <AutocompleteInput
          // Empty again after each choice.
          key={value.map(({ id }) => id).join(' ')}
          label={t('vehicle-form:drivers.add')}
          name="driver_ids"
          options={free}
          value={null}
          onChange={(driver) => driver && onChange([...value, driver])}
          onType={setTyped}
          getKey={({ id }) => String(id)}
          getLabel={({ name }) => name}
          loading={people.isLoading}
          error={error}
        />
      )}
    </Stack>
  )
}
