import Add from '@mui/icons-material/Add'
import CreditCard from '@mui/icons-material/CreditCardOutlined'
import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { MethodName } from './parts/MethodName.tsx'
import { methodsQuery } from './payment-methods.queries.ts'
import { useMethodText } from './useMethodText.ts'

/** The fleet's payment methods on the account page, with links to add and edit (ACC-011, PAY-025, PAY-026). */
export function PaymentMethods() {
  const t = useTexts('payment-methods')
  const mayAdd = useSessionCan('payments.add')
  const query = useQuery(methodsQuery())
  const methods = query.data?.payment_methods
  const list = useListFailure(query)
  const add = mayAdd && (
    <LinkButton to="/payments/new" startIcon={<Add />} sx={{ minHeight: 44 }}>
      {t('payment-methods:add')}
    </LinkButton>
  )
  return (
    <Section title={t('payment-methods:title')} actions={add}>
      <ListStates
        {...list}
        total={methods?.length}
        offline={{ message: t('payment-methods:offline.list') }}
        rows={1}
        rowHeight={72}
        empty={
          <EmptyState
            icon={<CreditCard />}
            title={t('payment-methods:empty.title')}
            message={t('payment-methods:empty.message')}
          />
        }
      >
        <ul>
          {methods?.map((method) => (
            <Method key={method.id} method={method} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}

function Method({ method }: { method: PaymentMethod }) {
  const t = useTexts('payment-methods')
  const text = useMethodText()
  const name = text.nameOf(method)
  const date = method.expiration_date
  const notes = [
    method.cardholder_name,
    date &&
      (text.isExpired(method)
        ? t('payment-methods:expiredOn', { date })
        : t('payment-methods:expires', { expiry: date })),
    method.is_default && t('payment-methods:default'),
  ].filter(Boolean)
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 1.5, py: 1, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <MethodName method={method} name={name} />
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
          {notes.join(' · ')}
        </Typography>
      </Box>
      {method.can_edit && (
        <LinkButton
          to="/payments/$methodId/edit"
          params={{ methodId: String(method.id) }}
          aria-label={t('payment-methods:act.editOf', { name })}
          sx={{ minHeight: 44 }}
        >
          {t('payment-methods:act.edit')}
        </LinkButton>
      )}
    </Stack>
  )
}
