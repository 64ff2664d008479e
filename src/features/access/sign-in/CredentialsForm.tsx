import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { PATTERNS } from '#domain/core/patterns.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { PasswordInput } from '#src/ui/form/PasswordInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { readRememberMe, writeRememberMe } from './remember-me.ts'

interface CredentialsFormProps {
  email: string
  /** The user is signing in again during work. */
  isOverScreen: boolean
  /** The address cannot be changed. */
  isEmailFixed: boolean
  isBusy: boolean
  hasSignUp: boolean
  /** Captcha, shown above the button. */
  captcha: ReactNode
  onSubmit: (credentials: { email: string; password: string; rememberMe: boolean }) => void
}

/** Email address and password; Enter submits (ACC-024, ACC-026). */
export function CredentialsForm(props: CredentialsFormProps) {
  const { email: first, isOverScreen, isEmailFixed, isBusy, hasSignUp, captcha, onSubmit } = props
  const t = useTexts('sign-in')
  const [email, setEmail] = useState(first)
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(readRememberMe)
  const [isTried, setTried] = useState(false)
  const isEmailWrong = !PATTERNS.email.test(email.trim())

  const submit = () => {
    setTried(true)
    if (isBusy || isEmailWrong || !password) return
    writeRememberMe(rememberMe)
    onSubmit({ email, password, rememberMe })
  }
  return (
    <FormStack onSubmit={submit} sx={{ gap: 2.5 }}>
      <TextInput
        label={t('sign-in:form.email.label')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={!first}
        readOnly={isEmailFixed}
        required
        value={email}
        onChange={setEmail}
        error={isTried && isEmailWrong ? t('sign-in:form.email.invalid') : undefined}
      />
      <PasswordInput
        label={t('sign-in:form.password.label')}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(first)}
        required
        value={password}
        onChange={setPassword}
        error={isTried && !password ? t('sign-in:form.password.empty') : undefined}
      />
      <CheckboxInput
        label={t('sign-in:form.rememberMe.label')}
        name="remember_me"
        help={t('sign-in:form.rememberMe.help')}
        checked={rememberMe}
        onChange={setRememberMe}
      />
      {captcha}
      <Button type="submit" variant="contained" size="large" fullWidth loading={isBusy}>
        {t('sign-in:form.submit')}
      </Button>
      {/* Not while signing in again: leaving would lose what was typed behind the dialog. */}
      {!isOverScreen && (
        <PlainLink href="/forgot_password" sx={{ alignSelf: 'center', py: 0.5 }}>
          {t('sign-in:form.forgot')}
        </PlainLink>
      )}
      {hasSignUp && (
        <Typography variant="body2" sx={{ alignSelf: 'center' }}>
          {t('sign-in:form.signUp.question')}{' '}
          <PlainLink href="/sign_up" sx={{ fontWeight: 600 }}>
            {t('sign-in:form.signUp.link')}
          </PlainLink>
        </Typography>
      )}
    </FormStack>
  )
}
