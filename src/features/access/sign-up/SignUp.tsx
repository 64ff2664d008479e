import Link from '@mui/material/Link'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { ApiFailure } from '#src/api/failure.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { OtpStep } from '../sign-in/OtpStep.tsx'
import { useBackStep } from '../sign-in/useBackStep.ts'
import { CardStep, type RequestNonce } from './parts/CardStep.tsx'
import { GeneralStep } from './parts/GeneralStep.tsx'
import { toPayload } from './sign-up-form.ts'
import { type SignUpStep, useSignUpCalls } from './useSignUpCalls.ts'
import { useSignUpFailure } from './useSignUpFailure.ts'
import { useSignUpForm } from './useSignUpForm.ts'

// Required only after several taken addresses.
const Captcha = lazyComponent(() => import('../captcha/Captcha.tsx').then((m) => m.Captcha))

interface SignUpProps {
  /** Renders the card form, which passes on the request function as soon as a payment method can be requested. */
  renderCard: (onRequestable: (request: RequestNonce | null) => void) => ReactNode
  onSignedIn: (user: CurrentUser) => void
}

/**
 * Signs a company up: one form, or two steps with a card with the fuel-card flag (ACC-071 to ACC-095, PAY-038 to
 * PAY-043); then the OTP if the flag requires one (ACC-056).
 */
export function SignUp({ renderCard, onSignedIn }: SignUpProps) {
  const { country } = useBrand()
  const form = useSignUpForm(country)
  const calls = useSignUpCalls(form, onSignedIn)
  const textOf = useSignUpFailure()
  const t = useTexts('sign-up')
  const isOnline = useOnline()
  const [missing, setMissing] = useState<'terms' | 'promotional'>()
  const { draft, fields } = form
  const { step, failure, needsCard: hasCard, captcha } = calls
  useUnsavedTyping(draft.companyName !== '' || draft.email !== '')

  const send = (request?: RequestNonce) => {
    if (!fields || calls.isBusy || !isOnline) return
    const unticked = !draft.terms
      ? 'terms'
      : country === 'CA' && !draft.promotional
        ? 'promotional'
        : undefined
    setMissing(unticked)
    if (!unticked && captcha.check())
      calls.submit(async () => toPayload(fields, draft, country, await request?.()))
  }
  const back = useBackStep(step === 'otp', () => calls.show('general'))
  if (step === 'otp') return <SignUpOtp calls={calls} onBack={back} />
  const alert =
    (missing && t(`sign-up:alert.${missing}`)) ||
    (captcha.isMissing &&
      textOf(new ApiFailure({ status: 403, code: 'captcha_required', messages: [] }), '')) ||
    (failure && step === 'general' && textOf(failure, calls.email))
  const same = {
    form,
    country,
    isBusy: calls.isBusy,
    isOnline,
    captcha: captcha.isAsked && <Captcha key={captcha.round} {...captcha.widget} />,
  }
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Heading step={hasCard ? step : null} />
      {!isOnline && (
        <AlertBox type="notice" title={t('sign-up:offline.title')} message={t('sign-up:offline.message')} />
      )}
      {alert && !calls.isBusy && <AlertBox type="error" message={alert} />}
      {step === 'general' ? (
        <GeneralStep
          {...same}
          isLast={!hasCard}
          onSubmit={hasCard ? () => calls.show('card') : () => send()}
        />
      ) : (
        <CardStep
          {...same}
          error={failure && textOf(failure, calls.email)}
          renderCard={renderCard}
          onBack={() => calls.show('general')}
          onPay={send}
        />
      )}
      <Link href="/sign_in" sx={{ alignSelf: 'center', py: 0.5 }}>
        {t('sign-up:signIn')}
      </Link>
    </Stack>
  )
}

function SignUpOtp({ calls, onBack }: { calls: ReturnType<typeof useSignUpCalls>; onBack: () => void }) {
  const t = useTexts('sign-up')
  const textOf = useSignUpFailure()
  const { failure, email } = calls
  const isCodeWrong = failure?.code === 'otp_invalid'
  const text = failure && textOf(failure, email)
  return (
    <OtpStep
      email={email}
      isBusy={calls.isBusy}
      errorMessage={isCodeWrong ? text : undefined}
      alert={text && !isCodeWrong && <AlertBox type="error" message={text} />}
      onValidate={calls.validate}
      onResend={calls.resend}
      onBack={onBack}
      backLabel={t('sign-up:verification.back')}
    />
  )
}

/** `step`: the current one of two; null if there is only one. */
function Heading({ step }: { step: SignUpStep | null }) {
  const t = useTexts('sign-up')
  return (
    <div>
      <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
        {t('sign-up:title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('sign-up:lead')}</Typography>
      {step !== null && (
        <Stepper activeStep={step === 'card' ? 1 : 0} alternativeLabel sx={{ mt: 2.5 }}>
          {(['general', 'card'] as const).map((name, index) => (
            <Step
              key={name}
              aria-current={name === step ? 'step' : undefined}
              aria-label={t('sign-up:steps.label', { step: index + 1 })}
            >
              <StepLabel>{t(`sign-up:steps.${name}`)}</StepLabel>
            </Step>
          ))}
        </Stepper>
      )}
    </div>
  )
}
