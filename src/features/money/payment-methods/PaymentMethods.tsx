import CreditCard from '@mui/icons-material/CreditCardOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { queries } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** How the fleet pays, as the card gateway holds it (ACC-011). */
export function PaymentMethods() {
  const t = useTexts('payment-methods')
  const textOf = useFailureText()
  const { data, error, refetch } = useQuery(queries.paymentMethods.list.queryOptions())
  const content = () => {
    if (!data && error)
      return <ErrorPanel message={textOf(toFailure(error))} onRetry={() => void refetch()} />
    if (!data) return <SkeletonList rows={1} />
    if (data.payment_methods.length === 0)
      return (
        <EmptyState
          icon={<CreditCard />}
          title={t('payment-methods:empty.title')}
          message={t('payment-methods:empty.message')}
        />
      )
    return (
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.payment_methods.map((method) => (
          <Method key={method.id} method={method} />
        ))}
      </Box>
    )
  }
  return <Section title={t('payment-methods:title')}>{content()}</Section>
}

function Method({ method }: { method: PaymentMethod }) {
  const t = useTexts('payment-methods')
  const { card_type: card, last_4: digits, expiration_date: expiry, email } = method
  const name =
    method.type === 'paypal_account'
      ? t('payment-methods:paypal', { email: email ?? '' })
      : t('payment-methods:card', { card: card ?? '', digits: digits ?? '' })
  const notes = [
    method.cardholder_name,
    expiry && t('payment-methods:expires', { expiry }),
    method.is_default && t('payment-methods:default'),
  ].filter(Boolean)
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5, py: 1, alignItems: 'center' }}>
      <CreditCard aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {notes.join(' · ')}
        </Typography>
      </Box>
    </Stack>
  )
}
