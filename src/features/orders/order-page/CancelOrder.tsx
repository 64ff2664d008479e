import { useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { evaluateTransition } from '#domain/orders/order-rules.ts'
import { OrderPeople } from '#src/features/orders/orders/OrderPeople.tsx'
import { isKnownStatus } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useUpdateOrder } from './useUpdateOrder.ts'

/** Cancels the order before the shop has the vehicle. Other users see whom to ask (APR-038..042, APR-045). */
export function CancelOrder({ order }: { order: Order }) {
  const t = useTexts('orders', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const [isDone, setDone] = useState(false)
  const { run, isBusy, failure } = useUpdateOrder(order)
  if (isDone) return <AlertBox type="success" message={t('orders:alert.canceled')} />
  // Only in statuses that allow it for at least one role (APR-039).
  const isOffered = isKnownStatus(order.status) && 'to' in evaluateTransition(order.status, 'cancel', 'Owner')
  if (!isOffered) return null
  return (
    <Section title={t('orders:cancel.title')}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography variant="body2">{t('orders:cancel.notice')}</Typography>
        {failure && <AlertBox type="error" message={textOf(failure)} />}
        {!order.can_cancel && order.cancel_users.length > 0 && (
          <AlertBox
            type="notice"
            message={
              <>
                {t('orders:cancel.notAllowed')}
                <OrderPeople people={order.cancel_users} />
              </>
            }
          />
        )}
        {order.can_cancel && (
          <ActionButton
            color="error"
            variant="outlined"
            disabledReason={!isOnline && t('orders:cancel.offline')}
            onClick={() => setAsking(true)}
            sx={{ alignSelf: 'start' }}
          >
            {t('orders:cancel.action')}
          </ActionButton>
        )}
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={t('orders:cancel.action')}
        message={t('orders:cancel.question')}
        confirmLabel={t('orders:cancel.yes')}
        cancelLabel={t('orders:cancel.no')}
        isDestructive
        isBusy={isBusy}
        onConfirm={async () => {
          const isCanceled = await run({ status: 'cancel' })
          setAsking(false)
          setDone(isCanceled)
        }}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}
