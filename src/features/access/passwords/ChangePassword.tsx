import { useState } from 'react'
import { toFailure } from '#src/api/failure.ts'
import { useCall } from '#src/forms/useCall.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { NeedsConnection } from './NeedsConnection.tsx'
import { emptyPassword, NewPasswordFields } from './parts/NewPasswordFields.tsx'
import { changePassword } from './passwords.commands.ts'
import { usePasswordErrorText } from './usePasswordErrorText.ts'

const empty = { ...emptyPassword, currentPassword: '' }

/** Changes the password of the signed-in user (ACC-106 to ACC-112). */
export function ChangePassword() {
  const t = useTexts('password')
  const textOf = useFailureText()
  const errorText = usePasswordErrorText()
  const toast = useToast()
  const isOnline = useOnline()
  const [given, setGiven] = useState(empty)
  const [isShown, setShown] = useState(false)
  const [isMismatch, setMismatch] = useState(false)
  const change = useCall(changePassword, () => {
    setGiven(empty)
    toast('success', t('password:change.done'))
  })
  const isComplete = Object.values(given).every((text) => text !== '')

  const submit = () => {
    if (!isComplete || !isOnline || change.isPending) return
    const differs = given.newPassword !== given.newPasswordConfirmation
    setMismatch(differs)
    change.reset()
    if (!differs) change.run(given)
  }
  const failure = change.error === null ? undefined : toFailure(change.error)
  const errorOf = (name: keyof typeof given) => failure && errorText(failure.fields, name)
  const isAtField = errorOf('currentPassword') || errorOf('newPassword')
  const alert = isMismatch ? t('password:mismatch') : failure && !isAtField && textOf(failure)
  return (
    <Section title={t('password:change.title')}>
      <FormStack onSubmit={submit} sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('password:change.lead')}
        </Typography>
        <NeedsConnection />
        {alert && <AlertBox type="error" message={alert} />}
        <TextInput
          label={t('password:field.current')}
          name="currentPassword"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          required
          value={given.currentPassword}
          onChange={(currentPassword) => setGiven({ ...given, currentPassword })}
          error={errorOf('currentPassword')}
        />
        <NewPasswordFields
          value={given}
          onChange={(next) => setGiven({ ...given, ...next })}
          isShown={isShown}
          onShow={setShown}
          error={errorOf('newPassword')}
        />
        <ActionButton
          type="submit"
          variant="contained"
          sx={{ alignSelf: 'flex-start' }}
          loading={change.isPending}
          disabledReason={
            (!isOnline && t('password:offline.reason')) || (!isComplete && t('password:change.incomplete'))
          }
        >
          {t('password:change.submit')}
        </ActionButton>
      </FormStack>
    </Section>
  )
}
