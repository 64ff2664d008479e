import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useDeferredValue, useEffect } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { OrderPayments } from '#src/features/money/payments/OrderPayments.tsx'
import { ApprovalActions } from '#src/features/orders/approvals/ApprovalActions.tsx'
import { ApprovalNotices } from '#src/features/orders/approvals/ApprovalNotices.tsx'
import { ApprovalSummary } from '#src/features/orders/approvals/ApprovalSummary.tsx'
import { ApproverNotes } from '#src/features/orders/approvals/ApproverNotes.tsx'
import { OrderLines } from '#src/features/orders/approvals/OrderLines.tsx'
import { PaymentChoice } from '#src/features/orders/approvals/PaymentChoice.tsx'
import { type Approval, useApproval } from '#src/features/orders/approvals/useApproval.ts'
import { CustomerComments } from '#src/features/orders/comments/CustomerComments.tsx'
import { OrderPromotion } from '#src/features/orders/promotions/OrderPromotion.tsx'
import { AppointmentProposal } from '#src/features/orders/proposals/AppointmentProposal.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { groupOnScreenOnly, onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { OrderActivity } from './OrderActivity.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { ShopLinkPanel } from './ShopLinkPanel.tsx'

interface OrderDetailsProps {
  order: Order
  onDecided: (order: Order) => void
}

/** One order: the decision first, then the lines and prices behind it, then all other details. */
export function OrderDetails({ order, onDecided }: OrderDetailsProps) {
  const approval = useApproval(order, onDecided)
  const showsRest = useShowsRest()
  const isWide = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true })
  return (
    <Box sx={isWide ? twoColumns : undefined}>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <ApprovalNotices approval={approval} />
        {!isWide && <ApprovalSummary approval={approval} />}
        <Suspense fallback={<SkeletonList rows={6} />}>
          {showsRest ? <RemainingDetails approval={approval} /> : <SkeletonList rows={6} />}
        </Suspense>
      </Stack>
      {isWide ? (
        <Box sx={rail}>
          <ApprovalSummary approval={approval}>
            {approval.isOpen && <ApprovalActions approval={approval} />}
          </ApprovalSummary>
        </Box>
      ) : (
        approval.isOpen && (
          <Box sx={bar}>
            <ApprovalActions approval={approval} />
          </Box>
        )
      )}
    </Box>
  )
}

/** Everything behind the decision, then all other details. */
function RemainingDetails({ approval }: { approval: Approval }) {
  const t = useTexts('orders')
  const { user } = useSession()
  const { order } = approval
  return (
    <>
      <OrderLines approval={approval} />
      {approval.isOpen && (
        <Box sx={groupOnScreenOnly}>
          <PaymentChoice approval={approval} />
        </Box>
      )}
      <OrderPayments orderId={order.id} isOver={!isOpen(order.status) && order.status !== 'complete'} />
      <ApproverNotes approval={approval} />
      <CustomerComments order={order} />
      <Box sx={groupOnScreenOnly}>
        <OrderPromotion order={order} onApplied={approval.onPromotionApplied} />
      </Box>
      <OrderFacts order={order} />
      <Box sx={order.proposal ? undefined : groupOnScreenOnly}>
        <AppointmentProposal order={order} />
      </Box>
      <Box sx={groupOnScreenOnly}>
        {pageSettings().demo && <AlertBox message={t('orders:page.simulated')} />}
        <ShopLinkPanel orderId={order.id} />
        <CancelOrder order={order} />
      </Box>
      {user.pays_through_platform && <OrderActivity orderId={order.id} />}
    </>
  )
}

let hasShownOrder = false

/**
 * The first order after app start renders in two steps, so that a slow phone shows a usable decision first. Later
 * orders render at once, so that going back restores the scroll position.
 */
function useShowsRest(): boolean {
  const shows = useDeferredValue(true, hasShownOrder)
  useEffect(() => {
    hasShownOrder = true
  }, [])
  return shows
}

const twoColumns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(340px, 1fr)',
  maxWidth: 1280,
  '@media print': { display: 'block' },
} as const

/** Sticky next to the content, below the app header. */
const rail = {
  position: 'sticky',
  top: 80,
  maxHeight: 'calc(100dvh - 96px)',
  overflowY: 'auto',
  '@media print': { position: 'static', maxHeight: 'none', mt: 2 },
} as const

/** Sticky at the bottom of the window, above the app's bottom bar, while the order is in view. */
const bar = {
  position: 'sticky',
  bottom: 'calc(var(--bottom-bar-height, 0px) + env(safe-area-inset-bottom, 0px))',
  zIndex: 2,
  mt: 2,
  mx: { xs: -2, md: -3 },
  mb: { xs: -2, md: -3 },
  px: 2,
  pt: 1,
  // The round button of the bottom bar overlaps it.
  pb: { xs: 3.5, md: 1 },
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  boxShadow: 6,
  ...onScreenOnly,
} as const
