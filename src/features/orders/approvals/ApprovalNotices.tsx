import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isDriverOnly, isFmc } from '#domain/access/permissions.ts'
import { appointmentAtShop } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { AUTO_APPROVE } from '../orders/auto-approve.ts'
import { OrderPeople } from '../orders/OrderPeople.tsx'
import { orderActivityQuery } from '../orders/orders.queries.ts'
import type { OrderChange } from './decide/order-changes.ts'
import { CHANGES_ID, useScrollTo } from './decide/scroll-destination.ts'
import type { Approval } from './useApproval.ts'

/** Notices for the approver: a failure, a change, another user's decision, a running payment. */
export function ApprovalNotices({ approval }: { approval: Approval }) {
  const { order, seen } = approval
  const wasWaiting = seen.status === 'awaiting_approval' && order.status !== 'awaiting_approval'
  return (
    <>
      <Failed approval={approval} />
      {wasWaiting && <DecidedElsewhere approval={approval} />}
      {approval.isPaying && <Paying />}
      {approval.changes.length > 0 && <Changed approval={approval} />}
      {order.status === 'awaiting_approval' && !order.can_approve && <NotEligible approval={approval} />}
    </>
  )
}

/** Why the user cannot approve, and who can (APR-010, APR-011, APR-045). */
function NotEligible({ approval: { order } }: { approval: Approval }) {
  const t = useTexts('orders')
  const { user } = useSession()
  const reason = isFmc(user)
    ? t('orders:notEligible.staff')
    : isDriverOnly(user)
      ? t('orders:notEligible.driver')
      : t('orders:notEligible.policy')
  return (
    <AlertBox
      type="notice"
      title={t('orders:notEligible.title')}
      message={
        <>
          <p style={{ margin: 0 }}>{reason}</p>
          {order.approvers.length > 0 ? (
            <>
              <p style={{ margin: '8px 0 0' }}>{t('orders:notEligible.people')}</p>
              <OrderPeople people={order.approvers} />
            </>
          ) : (
            <p style={{ margin: '8px 0 0' }}>{t('orders:notEligible.nobody')}</p>
          )}
        </>
      }
    />
  )
}

/** A rejected decision, at the top of the page (APR-028 to APR-030). Skips failures that have their own notice. */
function Failed({ approval: { failure, noteFailure, order, changes, seen } }: { approval: Approval }) {
  const t = useTexts('approvals', 'errors')
  const textOf = useFailureText()
  useEffect(() => {
    if (failure || noteFailure) window.scrollTo({ top: 0 })
  }, [failure, noteFailure])
  if (noteFailure)
    return <AlertBox type="error" title={t('approvals:failed.note')} message={textOf(noteFailure)} />
  if (!failure) return null
  if (failure.code === 'stale' && changes.length > 0) return null
  // Already decided, by another user or by a request of this page whose response was lost.
  if (order.status !== seen.status) return null
  const messageOf = () => {
    if (failure.code === 'payment_declined') return t('approvals:failed.declined')
    // The policies may have changed, so the general text about the role would be wrong.
    return failure.code === 'not_allowed' ? t('approvals:failed.notAllowed') : textOf(failure)
  }
  return <AlertBox type="error" title={t('approvals:failed.title')} message={messageOf()} />
}

/** Another user decided while this page was open. The choices and texts entered here stay. */
function DecidedElsewhere({ approval }: { approval: Approval }) {
  const t = useTexts('approvals', 'orders')
  const format = useFormat()
  const { order, rejected, draft } = approval
  const { data } = useQuery(orderActivityQuery(order.id))
  const decision = data?.shop_order_activity_items.find(({ activity_type }) =>
    ['approve', 'auto_approve', 'reject', 'cancel'].includes(activity_type),
  )
  const name = decision?.acting_user ?? order.approver ?? ''
  const date = format.dateTime(decision?.created_at ?? order.last_approval_date)
  const isApproved = order.status !== 'cancel'
  return (
    <AlertBox
      type="notice"
      title={isApproved ? t('approvals:elsewhere.approved') : t('approvals:elsewhere.rejected')}
      message={
        <>
          {t(name === AUTO_APPROVE ? 'approvals:elsewhere.auto' : 'approvals:elsewhere.who', {
            name,
            date,
            total: format.money(order.total),
          })}
          {(rejected.length > 0 || Object.keys(draft.rejected).length > 0 || draft.note) && (
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              {t('approvals:elsewhere.kept')}
            </Typography>
          )}
        </>
      }
    />
  )
}

function Paying() {
  const t = useTexts('approvals')
  return (
    <AlertBox type="notice" title={t('approvals:paying.title')} message={t('approvals:paying.message')} />
  )
}

/** What changed since the approver opened the order. They must acknowledge it before deciding. */
function Changed({ approval }: { approval: Approval }) {
  const { changes, acknowledge } = approval
  const t = useTexts('approvals')
  const text = useChangeText()
  useScrollTo(CHANGES_ID, approval)
  return (
    // Room for the app's header when scrolled to.
    <Box id={CHANGES_ID} tabIndex={-1} sx={{ scrollMarginTop: 80, outline: 'none' }}>
      <AlertBox
        type="notice"
        title={t('approvals:changed.title')}
        message={
          <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
            <span>{t('approvals:changed.message')}</span>
            <ul style={{ listStyle: 'disc', paddingInlineStart: 20 }}>
              {changes.map((change) => (
                <li key={'id' in change ? `${change.kind} ${change.id}` : change.kind}>{text(change)}</li>
              ))}
            </ul>
            <Button variant="outlined" color="inherit" onClick={acknowledge}>
              {t('approvals:changed.seen')}
            </Button>
          </Stack>
        }
      />
    </Box>
  )
}

function useChangeText(): (change: OrderChange) => string {
  const t = useTexts('approvals')
  const format = useFormat()
  const { money } = format
  return (change) => {
    switch (change.kind) {
      case 'added':
      case 'removed':
        return t(`approvals:changed.${change.kind}`, { name: change.name, price: money(change.after) })
      case 'price':
        return t('approvals:changed.price', {
          name: change.name,
          before: money(change.before),
          after: money(change.after),
        })
      case 'total':
        return t('approvals:changed.total', { before: money(change.before), after: money(change.after) })
      case 'appointment':
        return t('approvals:changed.appointment', {
          before: appointmentAtShop(change.before, format),
          after: appointmentAtShop(change.after, format),
        })
      case 'shop':
        return t('approvals:changed.shop', { before: change.before, after: change.after })
    }
  }
}
