import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import type { SignUpForm } from '../useSignUpForm.ts'
import { TermsBoxes } from './TermsBoxes.tsx'

/** Requests a nonce for the card from the card form. */
export type RequestNonce = () => Promise<string>

interface CardStepProps {
  form: SignUpForm
  country: Country
  isBusy: boolean
  isOnline: boolean
  /** Captcha, shown above the button. */
  captcha: ReactNode
  error: string | undefined
  renderCard: (onRequestable: (request: RequestNonce | null) => void) => ReactNode
  onBack: () => void
  onPay: (request: RequestNonce) => void
}

/**
 * Card and checkboxes. Submits only when a payment method can be requested and the boxes are ticked (PAY-040 to
 * PAY-042).
 */
export function CardStep(props: CardStepProps) {
  const { form, country, isBusy, isOnline, captcha, error, renderCard, onBack, onPay } = props
  const t = useTexts('sign-up')
  const [request, setRequest] = useState<RequestNonce | null>(null)
  const { draft, changeDraft } = form
  const disabledReason =
    (!isOnline && t('sign-up:offline.reason')) ||
    (!request && t('sign-up:form.incomplete')) ||
    (!draft.terms && t('sign-up:alert.terms')) ||
    (country === 'CA' && !draft.promotional && t('sign-up:alert.promotional'))
  return (
    <Stack sx={{ gap: 2 }}>
      {error && !isBusy && <AlertBox type="error" message={error} />}
      {renderCard((next) => setRequest(() => next))}
      <TermsBoxes draft={draft} onDraft={changeDraft} country={country} />
      {captcha}
      <ActionButton
        variant="contained"
        size="large"
        fullWidth
        loading={isBusy}
        disabledReason={disabledReason}
        onClick={() => request && onPay(request)}
      >
        {t('sign-up:form.pay')}
      </ActionButton>
      <Button onClick={onBack} disabled={isBusy} sx={{ alignSelf: 'center' }}>
        {t('sign-up:form.back')}
      </Button>
    </Stack>
  )
}
