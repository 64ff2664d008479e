import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'

interface UnusualTotalDialogProps {
  /** Subtotal to compare with; null: the dialog is closed. */
  last: string | null
  /** The type of `last`. */
  kind: 'estimate' | 'approved'
  next: string
  onConfirm: () => void
  onCancel: () => void
}

/** Confirms a total that differs strongly from the last one. */
export function UnusualTotalDialog({ last, kind, next, onConfirm, onCancel }: UnusualTotalDialogProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const amounts = { last: format.money(last ?? '0'), next: format.money(next) }
  return (
    <ConfirmDialog
      open={last !== null}
      title={t('shop-link:estimate.far.title')}
      message={t(
        kind === 'approved' ? 'shop-link:estimate.far.approved' : 'shop-link:estimate.far.message',
        amounts,
      )}
      cancelLabel={t('shop-link:estimate.far.back')}
      confirmLabel={t('shop-link:estimate.far.send', { next: amounts.next })}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
