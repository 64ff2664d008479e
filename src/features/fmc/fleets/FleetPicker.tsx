import { useTexts } from '#src/i18n/useTexts.ts'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import { useFleetOptions } from './useFleetOptions.ts'

interface FleetPickerProps {
  /** Null: all fleets. */
  value: number | null
  onChange: (fleetId: number | null) => void
}

/** Selects one fleet of the management company, or all of them (TRX-003, FMC-032). */
export function FleetPicker({ value, onChange }: FleetPickerProps) {
  const t = useTexts('fleet')
  const { fleets, loading, noOptions } = useFleetOptions()
  const fleet = fleets?.find(({ id }) => id === value)
  return (
    <AutocompleteInput
      isFilter
      label={t('fleet:picker.label')}
      placeholder={t('fleet:picker.all')}
      options={fleets ?? []}
      value={fleet ?? null}
      // A link or a saved view may name a fleet that has left the list since.
      error={fleets && value && !fleet ? t('fleet:picker.missing') : undefined}
      onChange={(fleet) => onChange(fleet?.id ?? null)}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      loading={loading}
      noOptions={noOptions}
    />
  )
}
