import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { PaymentReview } from '#contract/money/payment-review.ts'
import { api } from '#src/api/client.ts'
import { useMethodText } from '#src/features/money/payment-methods/useMethodText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ERROR_ATTRIBUTE, useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { PaymentDialog } from './parts/PaymentDialog.tsx'
import { useReviewAction } from './useReviewAction.ts'

interface ChargeDialogProps {
  orderId: number
  /** Formatted, with its currency. */
  amount: string
  review: PaymentReview
  /** An amount is still authorized. */
  isHeld: boolean
  onClose: () => void
}

interface ChargeInput {
  id: number
  payment_provider: PaymentProvider
  payment_method_id?: number
}

/** A payment option: a card or an account. */
interface Choice {
  value: string
  label: string
  provider: PaymentProvider
  methodId?: number
}

/** Charges another payment method for an order in manual review. */
export function ChargeDialog({ orderId, amount, review, isHeld, onClose }: ChargeDialogProps) {
  const t = useTexts('order-payments')
  const id = useId()
  const choices = useChoices(review)
  const [chosen, setChosen] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { frame, focusError } = useErrorFocus()
  const { run, isBusy, errorMessage, clearError } = useReviewAction({
    orderId,
    call: (input: ChargeInput, { key }) => api.payments.charge(input, { context: { key } }),
    done: t('order-payments:done.charged', { amount }),
    onClose,
    onRefused: focusError,
  })
  const choice = choices.find(({ value }) => value === chosen)

  function submit() {
    setAsked(true)
    if (!choice) return focusError()
    const { provider: payment_provider, methodId } = choice
    run({ id: orderId, payment_provider, ...(methodId && { payment_method_id: methodId }) })
  }
  const isMissing = isAsked && !choice
  return (
    <PaymentDialog
      title={t('order-payments:charge.title')}
      submitLabel={t('order-payments:charge.confirm', { amount })}
      isBusy={isBusy}
      errorMessage={errorMessage}
      frame={frame}
      onSubmit={submit}
      onCancel={onClose}
    >
      {isHeld && <Typography variant="body2">{t('order-payments:charge.message')}</Typography>}
      <FormControl error={isMissing} {...(isMissing && ERROR_ATTRIBUTE)}>
        <FormLabel id={id} sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
          {t('order-payments:charge.method')}
        </FormLabel>
        <RadioGroup
          aria-labelledby={id}
          value={chosen}
          onChange={(_, value) => {
            setChosen(value)
            clearError()
          }}
        >
          {choices.map(({ value, label }) => (
            <FormControlLabel key={value} value={value} control={<Radio />} label={label} />
          ))}
        </RadioGroup>
        {isMissing && <FormHelperText role="alert">{t('order-payments:charge.missing')}</FormHelperText>}
      </FormControl>
    </PaymentDialog>
  )
}

function useChoices({ providers, methods }: PaymentReview): Choice[] {
  const t = useTexts('order-payments')
  const text = useMethodText()
  return providers
    .filter(({ is_ready }) => is_ready)
    .flatMap(({ provider }): Choice[] =>
      provider === 'Braintree'
        ? methods.map((method) => ({
            value: String(method.id),
            label: [text.nameOf(method), method.name].filter(Boolean).join(' · '),
            provider,
            methodId: method.id,
          }))
        : [{ value: provider, label: t(`order-payments:charge.${provider}`), provider }],
    )
}
