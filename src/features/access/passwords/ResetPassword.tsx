import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { toFailure } from '#src/api/failure.ts'
import { useCall } from '#src/forms/useCall.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionState } from '#src/session/SessionProvider.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { NeedsConnection } from './NeedsConnection.tsx'
import { emptyPassword, NewPasswordFields } from './parts/NewPasswordFields.tsx'
import { resetPassword } from './passwords.commands.ts'
import { usePasswordErrorText } from './usePasswordErrorText.ts'

interface ResetPasswordProps {
  /** From the emailed link. */
  token: string | undefined
  /** The link is an invitation: the user has no password yet. */
  isFirst: boolean
}

/** Sets a new password with the token of an emailed link (ACC-102 to ACC-105), or the first one of an invited user. */
export function ResetPassword({ token, isFirst }: ResetPasswordProps) {
  const t = useTexts('password')
  const textOf = useFailureText()
  const errorText = usePasswordErrorText()
  const isOnline = useOnline()
  const [given, setGiven] = useState(emptyPassword)
  const [isShown, setShown] = useState(false)
  const [fault, setFault] = useState<'empty' | 'mismatch'>()
  const [isDone, setDone] = useState(false)
  const reset = useCall(resetPassword, () => setDone(true))

  const submit = () => {
    if (!token || !isOnline || reset.isPending) return
    const wrong = faultOf(given)
    setFault(wrong)
    reset.reset()
    if (!wrong) reset.run({ ...given, resetToken: token })
  }
  const heading = (
    <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
      {isFirst ? t('password:first.title') : t('password:reset.title')}
    </Typography>
  )
  const again = <Link href="/forgot_password">{t('password:reset.again')}</Link>
  if (isDone) {
    return (
      <>
        {heading}
        <PasswordSet isFirst={isFirst} />
      </>
    )
  }
  if (!token) {
    return (
      <>
        {heading}
        <AlertBox type="error" message={t('password:reset.noToken')} />
        {again}
      </>
    )
  }
  const failure = reset.error === null ? undefined : toFailure(reset.error)
  const errorMessage = failure && errorText(failure.fields, 'newPassword')
  const alert = fault === 'mismatch' ? t('password:mismatch') : failure && !errorMessage && textOf(failure)
  return (
    <FormStack onSubmit={submit} sx={{ gap: 2.5 }}>
      <div>
        {heading}
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
          {isFirst ? t('password:first.lead') : t('password:reset.lead')}
        </Typography>
      </div>
      <NeedsConnection />
      {alert && <AlertBox type="error" message={alert} />}
      {failure?.code === 'reset_link_invalid' && again}
      <NewPasswordFields
        autoFocus
        value={given}
        onChange={setGiven}
        isShown={isShown}
        onShow={setShown}
        error={fault === 'empty' ? t('password:reset.empty') : errorMessage}
      />
      <ActionButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={reset.isPending}
        disabledReason={!isOnline && t('password:offline.reason')}
      >
        {t('password:reset.submit')}
      </ActionButton>
    </FormStack>
  )
}

/**
 * After the password was set: leads to the sign-in. If a user is signed in on this device, by way of the sign-out,
 * because the sign-in screen would lead to that user's dashboard (ACC-131).
 */
function PasswordSet({ isFirst }: { isFirst: boolean }) {
  const t = useTexts('password')
  const session = useSessionState()
  const user = 'user' in session ? session.user : undefined
  return (
    <>
      <AlertBox type="success" message={isFirst ? t('password:first.done') : t('password:reset.done')} />
      {user && (
        <AlertBox
          type="notice"
          message={t('password:reset.signedIn', { name: user.name, email: user.email })}
        />
      )}
      <Button href={user ? '/sign_out' : '/sign_in'} variant="contained" size="large" fullWidth>
        {user ? t('password:reset.signOut') : t('password:reset.signIn')}
      </Button>
    </>
  )
}

function faultOf(given: typeof emptyPassword): 'empty' | 'mismatch' | undefined {
  if (!given.newPassword) return 'empty'
  return given.newPassword === given.newPasswordConfirmation ? undefined : 'mismatch'
}
