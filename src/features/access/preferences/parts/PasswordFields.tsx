import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { FieldsProps } from './ProfileFields.tsx'
import { usePreferenceError } from './usePreferenceError.ts'

/** Optional new password (USR-060). The current password appears only if a change requires it. */
export function PasswordFields({
  draft,
  change,
  faults,
  needsCurrent,
}: FieldsProps & { needsCurrent: boolean }) {
  const t = useTexts('preferences', 'password')
  const faultOf = usePreferenceError(faults)
  const [isShown, setShown] = useState(false)
  const field = (name: 'currentPassword' | 'newPassword' | 'newPasswordConfirmation', label: string) => ({
    label,
    name,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: faultOf(name, label),
    type: isShown ? ('text' as const) : ('password' as const),
    autoCapitalize: 'none' as const,
  })
  return (
    <Section title={t('preferences:section.password')}>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('preferences:form.optional')}
        </Typography>
        <TextInput
          {...field('newPassword', t('password:field.new'))}
          autoComplete="new-password"
          help={t('password:field.newHelp')}
        />
        <TextInput
          {...field('newPasswordConfirmation', t('password:field.confirmation'))}
          autoComplete="new-password"
        />
        {needsCurrent && (
          <TextInput
            {...field('currentPassword', t('password:field.current'))}
            autoComplete="current-password"
            required
            help={t('preferences:form.currentPasswordHelp')}
          />
        )}
        <CheckboxInput
          label={t('password:field.show')}
          name="showPasswords"
          checked={isShown}
          onChange={setShown}
        />
      </Stack>
    </Section>
  )
}
