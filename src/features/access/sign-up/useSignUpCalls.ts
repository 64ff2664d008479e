import { useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useCaptcha } from '../sign-in/useCaptcha.ts'
import { sendSignUpOtp, signUp } from './sign-up.commands.ts'
import type { SignUpPayload } from './sign-up-form.ts'
import { isEmailTaken } from './useSignUpFailure.ts'
import type { SignUpForm } from './useSignUpForm.ts'

export type SignUpStep = 'general' | 'card' | 'otp'

/** A user who may not request another code already has one. */
const CODE_ERRORS = new Set<string>(['otp_invalid', 'otp_used_up', 'too_many_codes'])

/** Makes the calls of a sign-up and selects the step that follows each outcome. */
export function useSignUpCalls(form: SignUpForm, onSignedIn: (user: CurrentUser) => void) {
  const t = useTexts('sign-in')
  const toast = useToast()
  const { flags } = useBrand()
  // Shown only once the server requires it (ruling 6).
  const captcha = useCaptcha(false)
  const setting = {
    isMultifactor: flags.mfa,
    language: currentLanguage(),
    ...(captcha.answer && { captchaToken: captcha.answer }),
  }
  const [step, setStep] = useState<SignUpStep>('general')
  const [payload, setPayload] = useState<SignUpPayload>()
  /** A code that was accepted; valid for another card if the first is refused. */
  const [code, setCode] = useState<{ email: string; otp: string }>()
  const forgetCode = () => setCode(undefined)
  const { attempt, clearFailure, ...state } = useAttempt(form, setStep, forgetCode)

  async function follow(outcome: Awaited<ReturnType<typeof signUp>>) {
    if (outcome.otpRequired) {
      toast('success', t('sign-in:otp.sent'))
      setStep('otp')
      return
    }
    form.forget()
    onSignedIn(outcome.user)
  }

  return {
    step,
    ...state,
    captcha,
    email: payload?.email ?? form.draft.email,
    show(next: SignUpStep) {
      clearFailure()
      setStep(next)
    },
    /** `make`: builds the payload, which may first request the card's nonce. */
    submit: (make: () => Promise<SignUpPayload>) =>
      void attempt(async () => {
        const made = await make()
        setPayload(made)
        if (code?.email === made.email) return follow(await signUp(made, setting, form.key, code.otp))
        const outcome = await captcha.withChallenge(
          () => signUp(made, setting, form.key),
          () => true,
        )
        return follow(outcome)
      }),
    validate: (otp: string) =>
      void attempt(async () => {
        if (!payload) return
        setCode({ email: payload.email, otp })
        return follow(await signUp(payload, setting, form.key, otp))
      }),
    resend: () =>
      void attempt(async () => {
        if (payload) await sendSignUpOtp(payload.email, setting, true)
        toast('success', t('sign-in:otp.resent'))
      }),
  }
}

/** Runs one call at a time, and goes to the step where its failure can be fixed. */
function useAttempt(form: SignUpForm, setStep: (step: SignUpStep) => void, forgetCode: () => void) {
  const { flags } = useBrand()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  /** Whether the second step is a card (PAY-038). */
  const [needsCard, setNeedsCard] = useState(flags.fuelcard_signup)

  async function attempt(call: () => Promise<void>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await call()
    } catch (error) {
      const failed = toFailure(error)
      // The flag was turned on after this page loaded.
      if (failed.fields.payment_method_nonce?.includes('required')) {
        setNeedsCard(true)
        setStep('card')
        return
      }
      setFailure(failed)
      if (failed.code === 'key_reused') form.renewKey()
      if (failed.code === 'card_refused') {
        setStep('card')
        return
      }
      // The code is used up, or a new one was sent.
      forgetCode()
      if (CODE_ERRORS.has(failed.code)) setStep('otp')
      else if (form.showErrors(failed.fields) || isEmailTaken(failed)) setStep('general')
    } finally {
      setBusy(false)
    }
  }
  return { needsCard, isBusy, failure, attempt, clearFailure: () => setFailure(undefined) }
}
