import { PERSON_NAME_MAX } from '#domain/core/limits.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { FleetFormState } from './useFleetForm.ts'

/** First Owner of a new fleet, who is invited by email. */
export function OwnerFields({ form: { draft, change, codes } }: { form: FleetFormState }) {
  const t = useTexts('fleet')
  const textOf = useFieldTexts()
  const field = (name: 'firstName' | 'lastName' | 'email' | 'cellPhone', label: string) => ({
    name,
    label,
    value: draft[name],
    autoComplete: 'off',
    onChange: (text: string) => change({ [name]: text }),
    error: textOf(codes, name),
  })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <CheckboxInput
        label={t('fleet:form.invite')}
        help={t('fleet:form.inviteHelp')}
        checked={draft.invitesOwner}
        onChange={(invitesOwner) => change({ invitesOwner })}
      />
      {draft.invitesOwner && (
        <Columns min={230} gap={2}>
          <TextInput
            {...field('firstName', t('fleet:form.firstName'))}
            required
            maxLength={PERSON_NAME_MAX}
          />
          <TextInput {...field('lastName', t('fleet:form.lastName'))} required maxLength={PERSON_NAME_MAX} />
          <TextInput {...field('email', t('fleet:form.email'))} required type="email" inputMode="email" />
          <TextInput {...field('cellPhone', t('fleet:form.cellPhone'))} type="tel" inputMode="tel" />
        </Columns>
      )}
    </Stack>
  )
}
