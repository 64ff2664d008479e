import { statesOf } from '#domain/catalog/state-list.ts'
import { ADDRESS_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'

/** The garage address: complete or empty. */
export function AddressFields({ form }: { form: VehicleFormState }) {
  const t = useTexts('vehicle-form')
  const textOf = useFieldTexts()
  const { country, language } = useFormat()
  const context = { context: country.toLowerCase() }
  const { codes, values } = form
  const { address } = values
  const field = (name: keyof typeof address, label: string) => ({
    name,
    label,
    value: address[name],
    onChange: (text: string) => form.change({ address: { ...address, [name]: text } }),
    error: textOf(codes, `address.${name}`),
  })
  return (
    <Columns min={220}>
      <TextInput
        {...field('address_line1', t('vehicle-form:address.line'))}
        maxLength={ADDRESS_MAX}
        autoComplete="off"
      />
      <TextInput
        {...field('city', t('vehicle-form:address.city'))}
        maxLength={ADDRESS_MAX}
        autoComplete="off"
      />
      <SelectInput
        {...field('state', t('vehicle-form:address.state', context))}
        options={statesOf(country, language).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextInput
        {...field('zip', t('vehicle-form:address.zip', context))}
        maxLength={10}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </Columns>
  )
}
