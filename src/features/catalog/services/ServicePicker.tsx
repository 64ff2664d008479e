import { useTexts } from '#src/i18n/useTexts.ts'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import type { ServiceOption } from './service-options.ts'

interface ServicePickerProps {
  options: readonly ServiceOption[]
  value: number | null
  onChange: (service: ServiceOption | null) => void
  /** Receives the typed text, for the server's search (SVC-094). */
  onType?: (text: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** Selects one service of the catalog, searchable in both languages. */
export function ServicePicker(props: ServicePickerProps) {
  const { options, value, onChange, onType, error, autoFocus = false } = props
  const t = useTexts('services')
  const hasRecents = options.some((option) => option.isRecent)
  return (
    <AutocompleteInput<ServiceOption>
      label={t('services:picker.label')}
      placeholder={t('services:picker.placeholder')}
      required
      error={error}
      autoFocus={autoFocus}
      options={options}
      value={options.find((option) => option.id === value) ?? null}
      onChange={onChange}
      {...(onType && { onType })}
      getKey={(option) => String(option.id)}
      getLabel={(option) => option.name}
      getSearchText={(option) => option.searchText}
      {...(hasRecents && {
        groupBy: (option) => (option.isRecent ? t('services:picker.recent') : t('services:picker.all')),
      })}
    />
  )
}
