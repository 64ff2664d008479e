import { statesOf } from '#domain/catalog/state-list.ts'
import { ADDRESS_MAX, PERSON_NAME_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { useUserLabels } from '../../users/useUserLabels.ts'
import type { UserFormState } from '../useUserForm.ts'

type TextField = 'firstName' | 'lastName' | 'email' | 'cellPhone' | 'address' | 'city' | 'garaging_zip'

/** Step 1: name and contact data. */
export function PersonStep({ form }: { form: UserFormState }) {
  const t = useTexts('users')
  const labels = useUserLabels()
  const textOf = useFieldTexts()
  const { country, language } = useFormat()
  const { values, change, codes } = form
  const field = (name: TextField) => ({
    name,
    label: labels[name],
    value: values[name],
    onChange: (text: string) => change({ [name]: text }),
    error: textOf(codes, name),
    // The browser would fill in the signed-in user's data.
    autoComplete: 'off',
  })
  const isEmailLocked = form.locked.includes('email')
  return (
    <Stack sx={{ gap: 2 }}>
      <Columns min={220}>
        <TextInput {...field('firstName')} required maxLength={PERSON_NAME_MAX} autoCapitalize="words" />
        <TextInput {...field('lastName')} required maxLength={PERSON_NAME_MAX} autoCapitalize="words" />
        <TextInput
          {...field('email')}
          required
          type="email"
          inputMode="email"
          autoCapitalize="none"
          disabled={isEmailLocked}
          help={isEmailLocked ? t('users:form.locked') : undefined}
        />
        <TextInput {...field('cellPhone')} type="tel" inputMode="tel" help={t('users:form.phoneHelp')} />
        <SelectInput
          label={labels.language}
          name="language"
          required
          empty={null}
          value={values.language}
          onChange={(code) => code && change({ language: code })}
          options={(['en', 'fr'] as const).map((code) => ({
            value: code,
            label: t(`users:language.${code}`),
          }))}
          help={t('users:form.languageHelp')}
        />
      </Columns>
      <Columns min={220}>
        <TextInput {...field('address')} maxLength={ADDRESS_MAX} />
        <TextInput {...field('city')} maxLength={ADDRESS_MAX} />
        <SelectInput
          label={labels.state}
          name="state"
          value={values.state}
          onChange={(state) => change({ state })}
          options={statesOf(country, language).map(({ id, name }) => ({ value: id, label: name }))}
          error={textOf(codes, 'state')}
        />
        <TextInput {...field('garaging_zip')} maxLength={10} autoCapitalize="characters" />
      </Columns>
    </Stack>
  )
}
