import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ReviewItem } from '#contract/money/payment-review.ts'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createFormatter } from '#src/lib/format/format.ts'
import { FailedSection } from '#src/local-data/FailedSection.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { manualReviewQuery } from './payments.queries.ts'
import { usePaymentText } from './usePaymentText.ts'

interface ManualReviewListProps {
  /** Lists all fleets of the management company instead of the session's fleet. */
  allFleets?: boolean
  /** Renders an unpaid month of the fleet's subscription. Default: a link to the page that has its retry. */
  failedMonth?: ((item: ReviewItem, month: string) => ReactNode) | undefined
}

/**
 * Payments in manual review, oldest first, for users who may act on them (ruling 28). Renders nothing if there are
 * none, which a failed call does not say.
 */
export function ManualReviewList({ allFleets = false, failedMonth }: ManualReviewListProps) {
  const t = useTexts('order-payments')
  const query = useQuery(manualReviewQuery(allFleets))
  const { data } = query
  if (!data) return <FailedSection title={t('order-payments:list.title')} query={query} />
  if (data.items.length === 0) return null
  return (
    <Section title={t('order-payments:list.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {allFleets ? t('order-payments:list.leadFleets') : t('order-payments:list.lead')}
      </Typography>
      <ul aria-label={t('order-payments:list.title')}>
        {data.items.map((item) => (
          <Fragment
            key={`${item.kind} ${item.fleet_id} ${item.order_id ?? item.subscription_month} ${item.reason} ${item.since}`}
          >
            {failedMonth && item.reason === 'subscription_failed' && item.subscription_month !== null ? (
              failedMonth(item, item.subscription_month)
            ) : (
              <Item item={item} hasFleet={allFleets} />
            )}
          </Fragment>
        ))}
      </ul>
      {data.total_count > data.items.length && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {t('order-payments:list.more', { count: data.items.length })}
        </Typography>
      )}
    </Section>
  )
}

/** `hasFleet`: shows the fleet. */
function Item({ item, hasFleet }: { item: ReviewItem; hasFleet: boolean }) {
  const format = useFormat()
  const text = usePaymentText()
  const facts = [hasFleet && item.fleet_name, item.vehicle_name, item.shop_name, format.dateTime(item.since)]
  // Fleets of one company may use different currencies.
  const { money } = createFormatter({
    country: item.currency === 'CAD' ? 'CA' : 'US',
    language: format.language,
  })
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ justifyContent: 'space-between', gap: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <ItemTitle item={item} isCompanyWide={hasFleet} />
        <Typography variant="body2">
          {[text.reviewOf(item.reason), text.reasonOf(item.decline_reason)].filter(Boolean).join(' ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>{money(item.amount)}</Typography>
    </Stack>
  )
}

/**
 * Links to the order, or from a month to the settings or transactions, which have its retry (TRX-027). Items of another
 * fleet open after the session has switched to that fleet. Without a screen that has the retry, it is plain text.
 */
function ItemTitle({ item, isCompanyWide }: { item: ReviewItem; isCompanyWide: boolean }) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const { fleet } = useSession()
  const { order_id: id, fleet_id: fleetId, fleet_name: name, pays_through_app: hasTab } = item
  const title =
    id === null
      ? t('order-payments:list.subscription', { month: format.date(item.subscription_month) })
      : t('order-payments:list.order', { number: id })
  if (fleetId !== fleet.id) {
    const ofMonth = hasTab ? '/settings?tab=payments' : '/fleet_transactions'
    const path = id === null ? ofMonth : (`/orders/${id}/approvals` as const)
    return (
      <Link
        component="button"
        type="button"
        onClick={() => requestFleetSwitch({ fleetId, name, path })}
        sx={titleStyle}
      >
        {title}
      </Link>
    )
  }
  if (id !== null)
    return (
      <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(id) }} sx={titleStyle}>
        {title}
      </TextLink>
    )
  if (hasTab)
    return (
      <TextLink to="/settings" search={{ tab: 'payments' }} sx={titleStyle}>
        {title}
      </TextLink>
    )
  return isCompanyWide ? (
    <TextLink to="/fleet_transactions" search={{}} sx={titleStyle}>
      {title}
    </TextLink>
  ) : (
    <Typography sx={titleStyle}>{title}</Typography>
  )
}

const titleStyle = { fontWeight: 600, display: 'inline-block', py: 0.5 } as const
