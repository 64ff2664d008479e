import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { useReloadWith } from '../orders/useReloadWith.ts'
import { queueExcerptQuery } from './approvals.queries.ts'
import { QueueList } from './QueueList.tsx'

/** The first orders that wait for this user's approval, in the company's list of orders. Renders nothing otherwise. */
export function ApprovalsBlock() {
  const t = useTexts('approvals')
  const { number } = useFormat()
  const { data } = useQuery(queueExcerptQuery())
  useReloadWith(useLocalOpenOrders(), queries.approvals.queue.key())
  if (!data || data.total_count === 0) return null
  return (
    <Section
      flush
      title={t('approvals:queue.title')}
      actions={
        <LinkButton to="/approvals" size="small">
          {t('approvals:queue.all', { count: data.total_count, number: number(data.total_count) })}
        </LinkButton>
      }
    >
      <QueueList approvals={data.approvals} />
    </Section>
  )
}
