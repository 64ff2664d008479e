import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import { queries } from '#src/api/client.ts'
import { ApproveFromQueue } from '#src/features/orders/approvals/ApproveFromQueue.tsx'
import { queueQuery } from '#src/features/orders/approvals/approvals.queries.ts'
import { openInFleet, QueueList } from '#src/features/orders/approvals/QueueList.tsx'
import { useQueueKeys } from '#src/features/orders/approvals/useQueueKeys.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShowMoreButton } from '#src/ui/list/ShowMoreButton.tsx'

/** /approvals: the orders that wait for this user, oldest first. */
export function ApprovalsScreen() {
  const t = useTexts('approvals', 'orders')
  const { number } = useFormat()
  const toast = useToast()
  const isOnline = useOnline()
  const isDesktop = useIsDesktop()
  const pages = useInfiniteQuery(queueQuery())
  const list = useListFailure(pages)
  useReloadWith(useLocalOpenOrders(), queries.approvals.queue.key())
  // Stays open when the order leaves the queue, to show why it cannot be approved or to await its payment.
  const [opened, setOpened] = useState<WaitingApproval>()
  const approvals = pages.data?.pages.flatMap((page) => page.approvals)
  const count = pages.data?.pages[0]?.total_count ?? 0
  const { fleet } = useSession()
  useQueueKeys((orderId) => {
    const approval = approvals?.find(({ id }) => id === orderId)
    if (approval && approval.fleet.id !== fleet.id) openInFleet(approval)
    else setOpened(approval)
  })
  return (
    <Page
      title={t('approvals:queue.title')}
      width="reading"
      {...(isDesktop && count > 0 && { subtitle: t('approvals:queue.keys') })}
    >
      <ListStates
        total={approvals?.length}
        failure={approvals ? undefined : list.failure}
        onRetry={list.onRetry}
        offline={{ title: t('approvals:queue.offline'), message: t('approvals:queue.offlineMessage') }}
        rowHeight={88}
        empty={<EmptyState title={t('approvals:queue.empty')} message={t('approvals:queue.emptyMessage')} />}
      >
        <Stack sx={{ gap: 2 }}>
          {!isOnline && <AlertBox type="notice" message={t('approvals:obstacle.offline')} />}
          <Paper variant="outlined" data-total={count} sx={{ overflow: 'hidden', mt: '-1px' }}>
            <QueueList
              approvals={approvals ?? []}
              action={(approval) => <QueueAction approval={approval} onApprove={() => setOpened(approval)} />}
            />
          </Paper>
          <ShowMoreButton pages={pages}>
            {t('approvals:queue.more', { number: number(count - (approvals?.length ?? 0)) })}
          </ShowMoreButton>
        </Stack>
      </ListStates>
      {opened && (
        <ApproveFromQueue
          key={opened.id}
          approval={opened}
          onApproved={() => {
            focusAfter(opened.id)
            setOpened(undefined)
            toast('success', t('orders:alert.approved'))
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  )
}

interface QueueActionProps {
  approval: WaitingApproval
  onApprove: () => void
}

/** Approves an order of the session's fleet, or opens one of another fleet. */
function QueueAction({ approval, onApprove }: QueueActionProps) {
  const t = useTexts('approvals', 'orders')
  const isOnline = useOnline()
  const { fleet } = useSession()
  return approval.fleet.id === fleet.id ? (
    <ActionButton
      variant="outlined"
      disabledReason={!isOnline && t('approvals:obstacle.offline')}
      onClick={onApprove}
      aria-label={t('approvals:queue.approveOf', { vehicle: approval.vehicle.name })}
      sx={{ minHeight: 48, flexShrink: 0 }}
    >
      {t('approvals:queue.approve')}
    </ActionButton>
  ) : (
    // An order of another fleet needs that fleet's cards and approvers.
    <Button variant="outlined" onClick={() => openInFleet(approval)} sx={{ minHeight: 48, flexShrink: 0 }}>
      {t('orders:review')}
    </Button>
  )
}

/** Focuses the next row before this one disappears, so that keyboard shortcuts continue there. */
function focusAfter(orderId: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-approval]')]
  const here = links.findIndex(({ dataset }) => dataset.approval === String(orderId))
  const next = links[here + 1] ?? links[here - 1]
  // After the dialog has restored the focus.
  setTimeout(() => next?.focus(), 300)
}
