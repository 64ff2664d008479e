import { useState } from 'react'
import { CANCEL_NOTE_MAX, PO_NUMBER_MAX } from '#domain/core/limits.ts'
import type { OrderBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import { PreviewDialog } from '#src/features/vehicles/bulk-actions/PreviewDialog.tsx'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

interface OrdersActionDialogProps {
  action: OrderBulkAction
  orderIds: number[]
  onClose: () => void
  onStarted: () => void
}

/** Asks for the PO number of the selected orders, or for the reason to cancel them. */
export function OrdersActionDialog({ action, orderIds, onClose, onStarted }: OrdersActionDialogProps) {
  const t = useTexts('bulk-actions')
  const [text, setText] = useState('')
  useUnsavedTyping(text !== '')
  const value = text.trim()
  const input =
    action === 'po_number'
      ? { action, order_ids: orderIds, po_number: value || null }
      : { action, order_ids: orderIds, ...(value && { note: value }) }
  return (
    <PreviewDialog action={action} input={input} onClose={onClose} onStarted={onStarted}>
      {action === 'po_number' ? (
        <TextInput
          label={t('bulk-actions:field.po_number')}
          help={t('bulk-actions:help.po_number')}
          value={text}
          maxLength={PO_NUMBER_MAX}
          autoFocus
          onChange={setText}
        />
      ) : (
        <>
          <Typography>{t('bulk-actions:help.cancel_orders')}</Typography>
          <TextInput
            label={t('bulk-actions:field.note')}
            help={t('bulk-actions:help.note')}
            value={text}
            maxLength={CANCEL_NOTE_MAX}
            autoFocus
            onChange={setText}
          />
        </>
      )}
    </PreviewDialog>
  )
}
