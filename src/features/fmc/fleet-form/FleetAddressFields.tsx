import { statesOf } from '#domain/catalog/state-list.ts'
import { ADDRESS_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { FleetFormState } from './useFleetForm.ts'

/** Address of the fleet, in the format of its country. */
export function FleetAddressFields({ form: { draft, change, codes } }: { form: FleetFormState }) {
  const t = useTexts('fleet')
  const textOf = useFieldTexts()
  const { language } = useFormat()
  const context = { context: draft.country.toLowerCase() }
  const field = (name: 'address_line1' | 'city' | 'zip', label: string) => ({
    name,
    label,
    value: draft[name],
    maxLength: ADDRESS_MAX,
    autoComplete: 'off',
    onChange: (text: string) => change({ [name]: text }),
    error: textOf(codes, name),
  })
  return (
    <Columns min={200} gap={2}>
      <TextInput {...field('address_line1', t('fleet:form.street'))} />
      <TextInput {...field('city', t('fleet:form.city'))} />
      <SelectInput
        name="state"
        label={t('fleet:form.state', context)}
        value={draft.state}
        options={statesOf(draft.country, language).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(state) => change({ state })}
        error={textOf(codes, 'state')}
      />
      <TextInput {...field('zip', t('fleet:form.zip', context))} maxLength={10} autoCapitalize="characters" />
    </Columns>
  )
}
