import Button from '@mui/material/Button'
import { useState, useSyncExternalStore } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DismissDialog, hasTypedContent } from './DismissDialog.tsx'

interface WaitingListProps {
  queue: ShopQueue
  order: ShopOrder
  ops: readonly ShopOp[]
  services: readonly ServiceDefinition[]
}

/** Operations that wait on this phone, and those that the server rejected. Renders nothing if there are none. */
export function WaitingList({ queue, order, ops, services }: WaitingListProps) {
  const t = useTexts('shop-link')
  const network = useSyncExternalStore(queue.network.watch, queue.network.value)
  const isOffline = network === 'offline' || network === 'portal'
  const held = ops.filter((op) => op.isHeld)
  const waiting = ops.filter((op) => !op.refused && !op.isHeld)
  const refused = ops.filter((op) => op.refused)
  /** The entry whose dismissal the user is asked to confirm. */
  const [dismissing, setDismissing] = useState<ShopOp | null>(null)
  const reasonOf = (op: ShopOp) => {
    const code = op.refused?.code
    if (code === 'estimate_changed' && op.kind === 'complete') return t('shop-link:refused.bill_changed')
    if (code === 'estimate_changed') return t('shop-link:refused.estimate_changed')
    if (code === 'proposal_over') return t('shop-link:refused.proposal_over')
    if (op.kind === 'accept_time' && (code === 'slot_taken' || code === 'validation'))
      return t('shop-link:refused.time_gone')
    if (code === 'slot_taken') return t('shop-link:refused.slot_taken')
    if (code === 'order_status') return t('shop-link:refused.order_status')
    return t('shop-link:refused.other')
  }
  return (
    <>
      {waiting.length > 0 && (
        <AlertBox
          type="notice"
          title={t('shop-link:waiting.title')}
          message={t(isOffline ? 'shop-link:waiting.offline' : 'shop-link:waiting.sending', {
            count: waiting.length,
          })}
          action={
            <Button color="inherit" onClick={() => queue.nudge()}>
              {t('shop-link:waiting.send')}
            </Button>
          }
        />
      )}
      {held.length > 0 && (
        <AlertBox
          type="notice"
          title={t('shop-link:waiting.title')}
          message={t('shop-link:waiting.held', { count: held.length })}
        />
      )}
      {waiting.length === 0 && isOffline && (
        <AlertBox
          type="notice"
          title={t('shop-link:offline.title')}
          message={t('shop-link:offline.message')}
        />
      )}
      {refused.map((op) => (
        <AlertBox
          key={op.id}
          type="error"
          title={t(`shop-link:refused.title.${op.kind}`)}
          message={reasonOf(op)}
          action={
            <Button
              color="inherit"
              onClick={() => (hasTypedContent(op) ? setDismissing(op) : void queue.discard(op))}
            >
              {t('shop-link:refused.dismiss')}
            </Button>
          }
        />
      ))}
      <DismissDialog
        op={dismissing}
        order={order}
        services={services}
        onCancel={() => setDismissing(null)}
        onConfirm={() => {
          setDismissing(null)
          if (dismissing) void queue.discard(dismissing)
        }}
      />
    </>
  )
}
