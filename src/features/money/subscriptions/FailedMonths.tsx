import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewItem } from '#contract/money/payment-review.ts'
import { usePaymentText } from '#src/features/money/payments/usePaymentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ActionRow } from '#src/ui/list/ActionRow.tsx'
import { manualReviewQuery } from '../payments/payments.queries.ts'
import { useRetryMonth } from './useRetryMonth.ts'

/**
 * Unpaid months of the fleet's subscription, for users who may retry them (ruling 32). Renders nothing if all are paid.
 */
export function FailedMonths() {
  const mayReview = useSessionCan('payments.review')
  const t = useTexts('order-payments')
  const { data } = useQuery({ ...manualReviewQuery(false), enabled: mayReview })
  // Nothing can be done about a disputed month.
  const failed = data?.items.filter(({ reason }) => reason === 'subscription_failed') ?? []
  const months = mayReview ? failed : []
  if (months.length === 0) return null
  return (
    <Section title={t('order-payments:subscription.title')}>
      <Stack sx={{ gap: 1.5 }}>
        <AlertBox type="notice" message={t('order-payments:subscription.lead')} />
        <ul aria-label={t('order-payments:subscription.title')}>
          {months.map((item) => (
            <FailedMonth key={item.subscription_month} item={item} month={item.subscription_month ?? ''} />
          ))}
        </ul>
      </Stack>
    </Section>
  )
}

/** One unpaid month with its retry. */
export function FailedMonth({ item, month }: { item: ReviewItem; month: string }) {
  const t = useTexts('order-payments', 'errors')
  const format = useFormat()
  const toast = useToast()
  const textOf = useFailureText()
  const text = usePaymentText()
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  const amount = format.money(item.amount)
  const name = createAxisFormats(format.country, format.language).longMonth(month.slice(0, 7))
  const { run, isBusy, failure } = useRetryMonth(month, () => {
    setAsked(false)
    toast('info', t('order-payments:subscription.requested', { month: name }))
  })
  const offline = isOnline ? undefined : t('order-payments:offline')
  return (
    <ActionRow
      title={`${name} · ${amount}`}
      text={[text.reviewOf(item.reason), text.reasonOf(item.decline_reason)].filter(Boolean).join(' ')}
      note={t('order-payments:subscription.since', { time: format.dateTime(item.since) })}
      action={{
        label: t('order-payments:review.retry'),
        name: t('order-payments:subscription.retryOf', { month: name }),
        disabledReason: offline,
        onClick: () => setAsked(true),
      }}
    >
      {isAsked && (
        <ActionDialog
          title={t('order-payments:retry.title')}
          message={t('order-payments:subscription.question', { amount, month: name })}
          confirmLabel={t('order-payments:review.retry')}
          isBusy={isBusy}
          obstacle={offline}
          errorMessage={failure && textOf(failure)}
          onConfirm={() => void run()}
          onClose={() => setAsked(false)}
        />
      )}
    </ActionRow>
  )
}
