import { useState } from 'react'
import { Day } from '#contract/core/fields.ts'
import type { BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { addDays, localToday } from '#domain/core/days.ts'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import { BOOKING_ACTION } from '#domain/vehicles/bulk-action-rules.ts'
import { ShopField } from '#src/features/catalog/shops/ShopField.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

interface BookDialogProps {
  vehicleIds: number[]
  onClose: () => void
  onStarted: () => void
}

/** Asks for the shop and the first day of the appointments. */
export function BookDialog({ vehicleIds, onClose, onStarted }: BookDialogProps) {
  const t = useTexts('bulk-actions')
  const today = localToday()
  const last = addDays(today, BOOKING_DAYS)
  const [shop, setShop] = useState<{ id: number; name: string } | null>(null)
  const [day, setDay] = useState(today)
  const isWrongDay = !Day.safeParse(day).success || day < today || day > last
  const input: BulkActionInput | null =
    shop && !isWrongDay
      ? { action: BOOKING_ACTION, vehicle_ids: vehicleIds, shop_id: shop.id, from_day: day }
      : null
  return (
    <PreviewDialog action={BOOKING_ACTION} input={input} onClose={onClose} onStarted={onStarted}>
      <Typography>{t('bulk-actions:help.book')}</Typography>
      <ShopField label={t('bulk-actions:field.shop')} value={shop} onChange={setShop} />
      <DateInput
        label={t('bulk-actions:field.from_day')}
        value={day}
        onChange={setDay}
        min={today}
        max={last}
        required
        error={isWrongDay ? t('bulk-actions:wrongDay', { days: BOOKING_DAYS }) : undefined}
      />
    </PreviewDialog>
  )
}
