import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { RESET_LIFE_MINUTES } from '#contract/core/limits.ts'
import { PATTERNS } from '#contract/core/patterns.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useCall } from '../sign-in/useCall.ts'
import { NeedsConnection } from './NeedsConnection.tsx'
import { forgotPassword } from './passwords.commands.ts'

/** Asks for a link by mail (ACC-096, ACC-098, ACC-100, ACC-101). */
export function ForgotPassword() {
  const t = useTexts('password')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [email, setEmail] = useState(rememberedEmail())
  const [isTried, setTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const ask = useCall(forgotPassword, () => setSentTo(email.trim()))
  const fault = !email.trim() ? 'emailEmpty' : !PATTERNS.email.test(email.trim()) ? 'emailInvalid' : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!fault && isOnline && !ask.isPending) ask.run(email)
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
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
          {ask.error !== null && <AlertBox type="error" message={textOf(toFailure(ask.error))} />}
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
          <ActionButton
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            loading={ask.isPending}
            disabledReason={!isOnline && t('password:offline.reason')}
          >
            {t('password:forgot.submit')}
          </ActionButton>
        </>
      )}
      <Link href="/sign_in" sx={{ alignSelf: 'center', py: 0.5 }}>
        {t('password:forgot.back')}
      </Link>
    </Stack>
  )
}
