import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { isUnlikelyFinalReading, lastReadingOf } from './finish-reading.ts'

interface FinishOdometerProps {
  order: ShopOrder
  value: string
  onChange: (odometer: string) => void
  error: string | undefined
}

/** The reading of the completed work, with the last one as a hint or, if it is implausible, as a warning (ruling 20). */
export function FinishOdometer({ order, value, onChange, error }: FinishOdometerProps) {
  const t = useTexts('shop-link')
  const last = useLastReading(order)
  return (
    <NumberInput
      label={t('shop-link:finish.odometer')}
      unit={order.odometer_units}
      value={value}
      onChange={onChange}
      error={error}
      help={
        last === null
          ? undefined
          : t(isUnlikelyFinalReading(value, order) ? 'shop-link:finish.doubtful' : 'shop-link:finish.last', {
              last,
            })
      }
    />
  )
}

interface ConfirmReadingDialogProps {
  open: boolean
  order: ShopOrder
  odometer: string
  onConfirm: () => void
  onCancel: () => void
}

/** Confirms an implausible reading before it is sent. */
export function ConfirmReadingDialog({
  open,
  order,
  odometer,
  onConfirm,
  onCancel,
}: ConfirmReadingDialogProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const last = useLastReading(order)
  const typed = format.distance(wholeNumber(odometer) ?? Number.NaN, order.odometer_units)
  return (
    <ConfirmDialog
      open={open}
      title={t('shop-link:finish.question.title', { typed })}
      message={
        last === null
          ? t('shop-link:finish.question.first')
          : t('shop-link:finish.question.message', { last })
      }
      confirmLabel={t('shop-link:finish.question.confirm', { typed })}
      cancelLabel={t('shop-link:finish.question.correct')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

function useLastReading(order: ShopOrder): string | null {
  const format = useFormat()
  const last = lastReadingOf(order)
  return last === null ? null : format.distance(last, order.odometer_units)
}
