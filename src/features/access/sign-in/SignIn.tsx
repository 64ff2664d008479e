import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { hasFeature } from '#contract/core/brand-features.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useCall } from '#src/forms/useCall.ts'
import { currentLanguage, loadNamespaces } from '#src/i18n/i18n.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { isInvalidAuthentication } from './rejections.ts'
import { type Credentials, finishSignIn, type SignInSetting, sendOtp } from './sign-in.commands.ts'
import { useBackStep } from './useBackStep.ts'
import { useCaptcha } from './useCaptcha.ts'

/** Used by some brands only, so it is one separate chunk, which loads with its texts. */
export const BrandSignInPart = lazyComponent(async () => {
  const [{ BrandSignInPart: Part }] = await Promise.all([
    import('./parts/BrandSignInPart.tsx'),
    loadNamespaces('sign-in-steps'),
  ])
  return Part
})

// Needed only with the flag.
const Captcha = lazyComponent(() => import('../captcha/Captcha.tsx').then((m) => m.Captcha))
// Not needed for half of all sign-ins, because the device is remembered.
const OtpStep = lazyComponent(() => import('./OtpStep.tsx').then((m) => m.OtpStep))

interface SignInProps {
  heading: ReactNode
  /** Prefills the form; with `isEmailFixed` it cannot be changed until it was rejected. */
  email?: string
  isEmailFixed?: boolean
  /** An external message, such as `error_message` in the URL (ACC-034). */
  errorMessage?: string | undefined
  onSignedIn: (user: CurrentUser) => unknown
  /** Wraps the form, for example in the tabs of some brands. */
  frame?: (form: ReactNode) => ReactNode
}

/** Signs a user in: email and password, then the OTP if required. */
export function SignIn(props: SignInProps) {
  const { heading, email = '', isEmailFixed = false, errorMessage, onSignedIn, frame } = props
  const textOf = useSignInFailureText()
  // Before sign-in, the flags of the host apply; they came with the page (ACC-054).
  const brand = useBrand()
  const setting = { isMultifactor: brand.flags.mfa, language: currentLanguage() }
  const captcha = useCaptcha(brand.flags.captcha)
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '', rememberMe: true })
  const { begin, validate, resend, isOtpStep, startOver } = useSignInCalls({
    credentials,
    setting,
    captcha,
    onSignedIn,
  })
  const otpFailure = failureOf(validate.error ?? resend.error)
  // Each code uses the captcha's answer, which lasts for a few; only the first step shows a new one.
  const needsCaptcha = otpFailure?.code === 'captcha_required'
  // A user who may not request another code already has one.
  const hasCode = isOtpStep || failureOf(begin.error)?.code === 'too_many_codes'
  const showsCodeStep = hasCode && !needsCaptcha
  // Over another screen, the back button belongs to that screen.
  const back = useBackStep(showsCodeStep && !isEmailFixed, () => {
    startOver()
    // The box is empty again, and its solution may be for another address.
    captcha.renew()
  })
  if (showsCodeStep) {
    const failure = otpFailure ?? failureOf(begin.error)
    const isCodeWrong = failure?.code === 'otp_invalid'
    return (
      <OtpStep
        email={credentials.email}
        isBusy={validate.isPending || resend.isPending}
        errorMessage={failure && isCodeWrong ? textOf(failure) : undefined}
        alert={failure && !isCodeWrong && <AlertBox type="error" message={textOf(failure)} />}
        onValidate={validate.run}
        onResend={() => {
          validate.reset()
          resend.run(undefined)
        }}
        onBack={back}
      />
    )
  }
  const failure = failureOf(begin.error) ?? otpFailure
  const message = captcha.isMissing
    ? textOf({ code: 'captcha_required', messages: [] })
    : failure
      ? textOf(failure)
      : errorMessage
  const form = (
    <CredentialsForm
      email={credentials.email}
      isOverScreen={isEmailFixed}
      // The address may have been changed on another device.
      isEmailFixed={
        isEmailFixed && credentials.email === email && !(failure && isInvalidAuthentication(failure))
      }
      isBusy={begin.isPending}
      hasSignUp={!isEmailFixed && hasFeature(brand, 'signUp')}
      captcha={captcha.isAsked && <Captcha key={captcha.round} {...captcha.widget} />}
      onSubmit={(given) => {
        if (!captcha.check()) return
        startOver()
        const complete = { ...given, captchaToken: captcha.answer }
        setCredentials(complete)
        begin.run(complete)
      }}
    />
  )
  return (
    <Stack sx={{ gap: 2.5 }}>
      <div>{heading}</div>
      {message && !begin.isPending && <AlertBox type="error" message={<AlertText text={message} />} />}
      {frame ? frame(form) : form}
    </Stack>
  )
}

interface SignInCallsOptions {
  credentials: Credentials
  setting: SignInSetting
  captcha: ReturnType<typeof useCaptcha>
  onSignedIn: (user: CurrentUser) => unknown
}

/** The three calls of a sign-in: first half, second half with the OTP, and another OTP; and whether the OTP is next. */
function useSignInCalls({ credentials, setting, captcha, onSignedIn }: SignInCallsOptions) {
  const t = useTexts('sign-in')
  const toast = useToast()
  const [isOtpStep, setOtpStep] = useState(false)
  const begin = useCall(
    // A solution is valid for one address, which the user may correct. The code step uses it once more.
    (given: Credentials) =>
      captcha.withChallenge(
        async () => {
          // With the flag, the OTP is sent first, unless this device is remembered (ACC-055, ACC-057).
          const isOtpSent = setting.isMultifactor && (await sendOtp(given, setting, false))
          return isOtpSent ? { otpRequired: true as const } : finishSignIn(given, setting)
        },
        ({ code }) => code !== 'too_many_codes',
      ),
    (step) => {
      if (!step.otpRequired) return onSignedIn(step.user)
      toast('success', t('sign-in:otp.sent'))
      setOtpStep(true)
    },
  )
  const validate = useCall(
    (otp: string) => captcha.withChallenge(() => finishSignIn(credentials, setting, otp)),
    (step) => (step.otpRequired ? undefined : onSignedIn(step.user)),
  )
  const resend = useCall(
    () => captcha.withChallenge(() => sendOtp(credentials, setting, true)),
    () => toast('success', t('sign-in:otp.resent')),
  )
  function startOver() {
    // The error of the last code does not apply to the next one.
    validate.reset()
    resend.reset()
    begin.reset()
    setOtpStep(false)
  }
  return { begin, validate, resend, isOtpStep, startOver }
}

/** Shows any text, including one from the address bar, as plain text that wraps. */
function AlertText({ text }: { text: string }) {
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {text.slice(0, 500)}
    </Typography>
  )
}

function failureOf(error: unknown): ApiFailure | undefined {
  return error ? toFailure(error) : undefined
}

/** Returns one message for wrong email or password, however the server words it (ACC-052, ACC-053). */
function useSignInFailureText(): (failure: Pick<ApiFailure, 'code' | 'messages'>) => string {
  const textOf = useFailureText()
  return (failure) =>
    textOf(isInvalidAuthentication(failure) ? { code: 'invalid_credentials', messages: [] } : failure)
}
