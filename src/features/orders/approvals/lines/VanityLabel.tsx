import LabelOutlined from '@mui/icons-material/LabelOutlined'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import type { OrderService } from '#contract/orders/order-row.ts'
import { VANITY_LABEL_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { orderQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

interface VanityLabelProps {
  order: Order
  service: OrderService
}

/** The fleet's own name for a service of this order, edited inline. Not for drivers (APR-017, APR-031). */
export function VanityLabel({ order, service }: VanityLabelProps) {
  const t = useTexts('approvals', 'orders', 'errors')
  const textOf = useFailureText()
  const toast = useToast()
  const client = useQueryClient()
  const isOnline = useOnline()
  const mayLabel = useSessionCan('orders.review')
  const [typed, setTyped] = useState<string>()
  const { run, isBusy, failure } = useWrite({
    call: (label: string | null, { key }) =>
      api.approvals.setVanityLabel(
        { id: order.id, order_service_id: service.id, vanity_label: label },
        { context: { key } },
      ),
    onSaved(changed, label) {
      client.setQueryData(orderQuery(order.id).queryKey, changed)
      // Text that was typed during the save stays open.
      setTyped((now) => (now !== undefined && (now.trim() || null) !== label ? now : undefined))
      toast('success', t('orders:alert.updated'))
    },
  })
  if (!mayLabel || !isOnline || order.status === 'cancel') return null
  const name = service.vanity_label ?? service.name
  if (typed === undefined)
    return (
      <Button
        size="small"
        startIcon={<LabelOutlined />}
        aria-label={
          service.vanity_label
            ? t('approvals:label.editOf', { service: name })
            : t('approvals:label.addOf', { service: name })
        }
        onClick={() => setTyped(service.vanity_label ?? '')}
        sx={{ alignSelf: 'flex-start', ml: -0.5 }}
      >
        {service.vanity_label ? t('approvals:label.edit') : t('approvals:label.add')}
      </Button>
    )
  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(typed.trim() || null)
  }
  return (
    <Stack component="form" onSubmit={save} sx={{ gap: 1, maxWidth: 360 }}>
      <TextInput
        label={t('approvals:label.label')}
        help={t('approvals:label.help')}
        value={typed}
        onChange={setTyped}
        maxLength={VANITY_LABEL_MAX}
        autoFocus
      />
      {failure && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {textOf(failure)}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('orders:po.save')}
        </Button>
        <Button onClick={() => setTyped(undefined)}>{t('common:action.cancel')}</Button>
      </Stack>
    </Stack>
  )
}
