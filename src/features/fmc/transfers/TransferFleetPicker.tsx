import { useQuery } from '@tanstack/react-query'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import { allFleetsQuery } from '../fleets/fleets.queries.ts'

export interface FleetOption {
  id: number
  name: string
}

interface TransferFleetPickerProps {
  label: string
  name: string
  value: FleetOption | null
  onChange: (fleet: FleetOption | null) => void
  error: string | undefined
}

/** Selects one fleet of the management company by typing (FMC-032). */
export function TransferFleetPicker({ label, name, value, onChange, error }: TransferFleetPickerProps) {
  const fleets = useQuery(allFleetsQuery())
  return (
    <AutocompleteInput<FleetOption>
      label={label}
      name={name}
      options={fleets.data?.fleets ?? []}
      value={value}
      onChange={onChange}
      getKey={({ id }) => String(id)}
      getLabel={(fleet) => fleet.name}
      loading={fleets.isLoading}
      required
      error={error}
    />
  )
}
