import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { queueExcerptQuery } from './approvals.queries.ts'

/** Links shown after a decision: to the decided order and to the next waiting one (APR-027). */
export function DecidedLinks({ orderId }: { orderId: number }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { data } = useQuery(queueExcerptQuery())
  const next = data?.approvals.find(({ id }) => id !== orderId)
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}>
      {next && (
        <LinkButton variant="contained" to="/orders/$orderId/approvals" params={{ orderId: String(next.id) }}>
          {t('approvals:decided.next', { vehicle: next.vehicle.name, total: format.money(next.total) })}
        </LinkButton>
      )}
      <LinkButton color="inherit" to="/orders/$orderId/approvals" params={{ orderId: String(orderId) }}>
        {t('approvals:decided.order', { number: orderId })}
      </LinkButton>
    </Stack>
  )
}
