import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { OTP_CHECK_DELAY_MS, OTP_DIGITS, OTP_LIFE_MINUTES } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

interface OtpStepProps {
  email: string
  isBusy: boolean
  /** The server's error for the submitted code. */
  errorMessage: string | undefined
  alert: ReactNode
  onValidate: (otp: string) => void
  onResend: () => void
  onBack: () => void
  /** Label of the back link; default: 'Use another account'. */
  backLabel?: string
}

/**
 * One-time password: checked half a second after the last keystroke, submitted only when complete (ACC-060 to ACC-064).
 */
export function OtpStep(props: OtpStepProps) {
  const { email, isBusy, errorMessage, alert, onValidate, onResend, onBack } = props
  const t = useTexts('sign-in-steps')
  const [otp, setOtp] = useState('')
  const [refused, setRefused] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After an error, the user has to type another code.
    if (!errorMessage || isBusy) return
    field.current?.focus()
    field.current?.select()
  }, [errorMessage, isBusy])
  const isValid = PATTERNS.otp.test(otp)
  const isInvalidShown = useDelayed(otp, OTP_CHECK_DELAY_MS) === otp && otp !== '' && !isValid

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid || isBusy) return
    setRefused(otp)
    onValidate(otp)
  }
  const rejection = otp === refused ? errorMessage : undefined
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
      <div>
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t('sign-in-steps:otp.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('sign-in-steps:otp.note', { email, minutes: OTP_LIFE_MINUTES })}
        </Typography>
      </div>
      {alert}
      <TextInput
        label={t('sign-in-steps:otp.field.label')}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        value={otp}
        onChange={(text) => setOtp(withoutGaps(text))}
        inputRef={field}
        error={isInvalidShown ? t('sign-in-steps:otp.field.invalid') : rejection}
        announcesError
        help={t('sign-in-steps:otp.field.help')}
      />
      <ActionButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isBusy}
        disabledReason={!isValid && t('sign-in-steps:otp.validateDisabled')}
      >
        {t('sign-in-steps:otp.validate')}
      </ActionButton>
      <Stack
        direction="row"
        sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Typography variant="body2" component="div">
          {t('sign-in-steps:otp.question')}{' '}
          {/* A double click would send two of the five emails per hour, and only the second code would be valid. */}
          <Link
            component="button"
            type="button"
            onClick={() => isBusy || onResend()}
            sx={{ minHeight: 24, fontWeight: 600 }}
          >
            {t('sign-in-steps:otp.resend')}
          </Link>
        </Typography>
        <Button onClick={onBack}>{props.backLabel ?? t('sign-in-steps:otp.back')}</Button>
      </Stack>
    </Stack>
  )
}

/** A code copied from an email may contain spaces or a dash; these are removed before the length limit applies. */
const withoutGaps = (text: string) => text.replace(/[\s\p{Pd}]/gu, '').slice(0, OTP_DIGITS)
