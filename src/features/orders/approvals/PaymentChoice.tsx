import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type ReactNode, useId } from 'react'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import { CardMark } from '#src/features/money/payment-methods/CardMark.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { ERROR_ATTRIBUTE } from '#src/ui/focus/useErrorFocus.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { PAYMENT_ID, useScrollTo } from './decide/scroll-destination.ts'
import { usePaymentText } from './decide/usePaymentText.ts'
import type { Approval } from './useApproval.ts'

/**
 * Chooses provider and card for the approval, if the fleet pays through the platform (APR-019, APR-021, APR-048 to
 * APR-052).
 */
export function PaymentChoice({ approval }: { approval: Approval }) {
  const t = useTexts('approvals')
  const { order, shownPayment: payment } = approval
  useScrollTo(PAYMENT_ID, approval)
  if (!order.payment?.pays_through_platform) return null
  // No line remains, or nothing was authorized before and nothing is approved now.
  if (!payment.isNeeded && payment.provider === null) return null
  return (
    <Section title={t('approvals:payment.title')}>
      <Stack id={PAYMENT_ID} sx={{ gap: 2 }}>
        {payment.isNeeded ? (
          <Choices approval={approval} />
        ) : (
          <Typography>{t('approvals:payment.asBefore', { provider: payment.provider ?? '' })}</Typography>
        )}
      </Stack>
    </Section>
  )
}

function Choices({ approval }: { approval: Approval }) {
  const t = useTexts('approvals')
  const textOf = useFieldTexts()
  const { order, shownPayment: payment, change, failure, hasTried, lock } = approval
  const providers = order.payment?.providers ?? []
  const showsCards = payment.provider === 'Braintree' && order.braintree_payment_methods.length > 0
  const declined = failure && textOf(failure.fields, 'payment_method_id')
  const refused = failure && textOf(failure.fields, 'payment_provider')
  // A missing account or card is shown at once, not only after the button was pressed.
  const isAccountMissing =
    payment.fault !== null && !['payment_provider', 'payment_method'].includes(payment.fault)
  const isFaultShown = hasTried || isAccountMissing || providers.length < 2
  const fault = isFaultShown && payment.fault ? textOf({ payment: [payment.fault] }, 'payment') : undefined
  // A missing provider is chosen on this page; the other errors are resolved in the settings.
  const isProviderMissing = payment.fault === 'payment_provider' && providers.length > 1
  // What the server rejected and no field below shows: a missing card, or the only provider.
  const missing = payment.provider === 'Braintree' && !showsCards ? declined : undefined
  const problem = isProviderMissing
    ? undefined
    : (fault ?? missing ?? (providers.length > 1 ? undefined : refused))
  return (
    <>
      {lock && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {lock}
        </Typography>
      )}
      {providers.length > 1 && (
        <Radios
          label={t('approvals:payment.provider')}
          value={payment.provider ?? ''}
          onChange={(provider) => change({ provider: provider as PaymentProvider })}
          error={isProviderMissing ? fault : refused}
          disabled={lock !== undefined}
          options={providers.map(({ provider }) => ({
            value: provider,
            label: provider === 'Braintree' ? t('approvals:payment.braintree') : provider,
          }))}
        />
      )}
      {showsCards && (
        <Radios
          label={t('approvals:payment.method')}
          value={String(payment.methodId ?? '')}
          onChange={(id) => change({ methodId: Number(id) })}
          error={declined}
          disabled={lock !== undefined}
          options={order.braintree_payment_methods.map((method) => ({
            value: String(method.id),
            label: <MethodLabel method={method} />,
          }))}
        />
      )}
      {payment.provider !== null && payment.provider !== 'Braintree' && !problem && (
        <Typography variant="body2">
          {t('approvals:payment.byAccount', { provider: payment.provider })}
        </Typography>
      )}
      {problem && (
        <ErrorAlert
          message={
            <>
              {problem}{' '}
              <TextLink to="/settings" search={{ tab: 'payments' }}>
                {t('approvals:payment.settings')}
              </TextLink>
            </>
          }
        />
      )}
    </>
  )
}

function MethodLabel({ method }: { method: Order['braintree_payment_methods'][number] }) {
  const t = useTexts('approvals')
  const text = usePaymentText()
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', py: 0.5 }}>
      <CardMark type={method.type} kind={method.card_type} />
      <span>{text.methodName(method)}</span>
      <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
        {[
          method.type === 'credit_card' && method.label,
          method.expiration_date && t('approvals:payment.expires', { date: method.expiration_date }),
          method.is_default && t('approvals:payment.default'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
    </Stack>
  )
}

interface RadiosProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  disabled: boolean
  options: { value: string; label: ReactNode }[]
}

function Radios({ label, value, onChange, error, disabled, options }: RadiosProps) {
  const id = useId()
  return (
    <FormControl error={Boolean(error)} disabled={disabled} {...(error && ERROR_ATTRIBUTE)}>
      <FormLabel id={id} sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={(_, next) => onChange(next)}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            control={<Radio />}
            label={option.label}
            sx={{ minHeight: 48 }}
          />
        ))}
      </RadioGroup>
      {error && (
        <FormHelperText id={`${id}-error`} role="alert" sx={{ mx: 0, fontSize: '0.875rem' }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  )
}
