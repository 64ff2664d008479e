import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import { useFleetOptions } from '../fleets/useFleetOptions.ts'

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
  const { fleets = [], loading, noOptions } = useFleetOptions()
  return (
    <AutocompleteInput<FleetOption>
      label={label}
      name={name}
      options={fleets}
      value={value}
      onChange={onChange}
      getKey={({ id }) => String(id)}
      getLabel={(fleet) => fleet.name}
      loading={loading}
      noOptions={noOptions}
      required
      error={error}
    />
  )
}
