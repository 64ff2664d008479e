import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { ApproveFromQueue } from '#src/features/orders/approvals/ApproveFromQueue.tsx'
import { queueKey, queueQuery } from '#src/features/orders/approvals/approvals.queries.ts'
import { openInFleet, QueueList } from '#src/features/orders/approvals/QueueList.tsx'
import { useQueueKeys } from '#src/features/orders/approvals/useQueueKeys.ts'
import { useKeptOpenOrders } from '#src/features/orders/orders/useKeptOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

/** /approvals: the orders that wait for this user, the longest waiting first. */
export function ApprovalsScreen() {
  const t = useTexts('approvals', 'orders')
  const { number } = useFormat()
  const toast = useToast()
  const isOnline = useOnline()
  const { fleet } = useSession()
  const isDesktop = useIsDesktop()
  const pages = useInfiniteQuery(queueQuery())
  useReloadWith(useKeptOpenOrders(), queueKey())
  const [askedId, setAsked] = useState<number>()
  const approvals = pages.data?.pages.flatMap((page) => page.approvals)
  const asked = approvals?.find(({ id }) => id === askedId)
  const count = pages.data?.pages[0]?.total_count ?? 0
  useQueueKeys(useCallback((id: number) => setAsked(id), []))
  return (
    <Page
      title={t('approvals:queue.title')}
      width="reading"
      {...(isDesktop && count > 0 && { subtitle: t('approvals:queue.keys') })}
    >
      {!approvals && pages.error && <NotLoaded error={pages.error} onRetry={() => void pages.refetch()} />}
      {!approvals && !pages.error && <SkeletonList rows={6} rowHeight={88} />}
      {approvals?.length === 0 && (
        <EmptyState title={t('approvals:queue.empty')} message={t('approvals:queue.emptyMessage')} />
      )}
      {approvals && approvals.length > 0 && (
        <Stack sx={{ gap: 2 }}>
          {!isOnline && <AlertBox type="notice" message={t('approvals:obstacle.offline')} />}
          <Paper variant="outlined" sx={{ overflow: 'hidden', mt: '-1px' }}>
            <QueueList
              approvals={approvals}
              action={(approval) =>
                approval.fleet.id === fleet.id ? (
                  <ActionButton
                    variant="outlined"
                    disabledReason={!isOnline && t('approvals:obstacle.offline')}
                    onClick={() => setAsked(approval.id)}
                    aria-label={t('approvals:queue.approveOf', { vehicle: approval.vehicle.name })}
                    sx={{ minHeight: 48, flexShrink: 0 }}
                  >
                    {t('approvals:queue.approve')}
                  </ActionButton>
                ) : (
                  // Its cards and approvers are those of its own fleet.
                  <Button
                    variant="outlined"
                    onClick={() => openInFleet(approval)}
                    sx={{ minHeight: 48, flexShrink: 0 }}
                  >
                    {t('orders:review')}
                  </Button>
                )
              }
            />
          </Paper>
          {pages.hasNextPage && (
            <Button
              variant="outlined"
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
              sx={{ alignSelf: 'center' }}
            >
              {t('approvals:queue.more', { number: number(count - approvals.length) })}
            </Button>
          )}
        </Stack>
      )}
      {asked && (
        <ApproveFromQueue
          key={asked.id}
          approval={asked}
          onApproved={() => {
            focusAfter(asked.id)
            setAsked(undefined)
            toast('success', t('orders:alert.approved'))
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  )
}

/** The row will go: its neighbour takes the focus, so that the next key finds it. */
function focusAfter(orderId: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-approval]')]
  const here = links.findIndex(({ dataset }) => dataset.approval === String(orderId))
  const next = links[here + 1] ?? links[here - 1]
  // After the dialog has given the focus back.
  setTimeout(() => next?.focus(), 300)
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('approvals', 'errors')
  const textOf = useFailureText()
  const failure = toFailure(error)
  if (isUnreachable(failure))
    return <EmptyState title={t('approvals:queue.offline')} message={t('approvals:queue.offlineMessage')} />
  return <ErrorPanel message={textOf(failure)} onRetry={onRetry} />
}
