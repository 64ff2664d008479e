import Link from '@mui/material/Link'
import { useState } from 'react'
import { RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { toFailure } from '#src/api/failure.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useCall } from '#src/forms/useCall.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { useCaptcha } from '../sign-in/useCaptcha.ts'
import { NeedsConnection } from './NeedsConnection.tsx'
import { forgotPassword } from './passwords.commands.ts'

const Captcha = lazyComponent(() => import('../captcha/Captcha.tsx').then((m) => m.Captcha))

/** Requests a reset link by email (ACC-096 to ACC-101). */
export function ForgotPassword() {
  const t = useTexts('password')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [email, setEmail] = useState(rememberedEmail())
  const [isTried, setTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const captcha = useCaptcha(useBrand().flags.captcha)
  const resetRequest = useCall(
    (given: string) =>
      captcha.withChallenge(
        () => forgotPassword({ email: given, captchaToken: captcha.answer }),
        () => true,
      ),
    () => setSentTo(email.trim()),
  )
  const fault = !email.trim() ? 'emailEmpty' : !PATTERNS.email.test(email.trim()) ? 'emailInvalid' : null

  const submit = () => {
    setTried(true)
    if (!fault && isOnline && !resetRequest.isPending && captcha.check()) resetRequest.run(email)
  }
  const failure = captcha.isMissing
    ? { code: 'captcha_required', messages: [] }
    : resetRequest.error !== null && toFailure(resetRequest.error)
  return (
    <FormStack onSubmit={submit} sx={{ gap: 2.5 }}>
      <div>
        <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
          {t('password:forgot.title')}
        </Typography>
        {!sentTo && <Typography sx={{ color: 'text.secondary' }}>{t('password:forgot.lead')}</Typography>}
      </div>
      {sentTo ? (
        <AlertBox
          type="success"
          title={t('password:forgot.sentTitle')}
          message={t('password:forgot.sent', { email: sentTo, minutes: RESET_LIFE_MINUTES })}
        />
      ) : (
        <>
          <NeedsConnection />
          {failure && <AlertBox type="error" message={textOf(failure)} />}
          <TextInput
            label={t('password:forgot.email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            required
            value={email}
            onChange={setEmail}
            error={isTried && fault ? t(`password:forgot.${fault}`) : undefined}
          />
          {captcha.isAsked && <Captcha key={captcha.round} {...captcha.widget} />}
          <ActionButton
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            loading={resetRequest.isPending}
            disabledReason={!isOnline && t('password:offline.reason')}
          >
            {t('password:forgot.submit')}
          </ActionButton>
        </>
      )}
      <Link href="/sign_in" sx={{ alignSelf: 'center', py: 0.5 }}>
        {t('password:forgot.back')}
      </Link>
    </FormStack>
  )
}
