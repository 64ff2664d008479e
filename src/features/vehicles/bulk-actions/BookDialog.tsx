import Button from '@mui/material/Button'
import { useState } from 'react'
import { Day } from '#contract/core/fields.ts'
import type { BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { addDays, localToday } from '#domain/core/days.ts'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import { BOOKING_ACTION } from '#domain/vehicles/bulk-action-rules.ts'
import { ShopField } from '#src/features/catalog/shops/ShopField.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
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
  const format = useFormat()
  const today = localToday()
  const last = addDays(today, BOOKING_DAYS)
  const [shop, setShop] = useState<{ id: number; name: string } | null>(null)
  const [day, setDay] = useState(today)
  const [takenOut, setTakenOut] = useState<readonly number[]>([])
  const booked = vehicleIds.filter((id) => !takenOut.includes(id))
  const isWrongDay = !Day.safeParse(day).success || day < today || day > last
  const input: BulkActionInput | null =
    shop && !isWrongDay && booked.length > 0
      ? { action: BOOKING_ACTION, vehicle_ids: booked, shop_id: shop.id, from_day: day }
      : null
  return (
    <PreviewDialog
      action={BOOKING_ACTION}
      input={input}
      onClose={onClose}
      onStarted={onStarted}
      onTakeOut={(id) => setTakenOut([...takenOut, id])}
    >
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
      {takenOut.length > 0 && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography role="status">
            {t('bulk-actions:booking.takenOut', {
              count: takenOut.length,
              number: format.number(takenOut.length),
            })}
          </Typography>
          <Button size="small" onClick={() => setTakenOut([])}>
            {t('bulk-actions:booking.putBack')}
          </Button>
        </Stack>
      )}
    </PreviewDialog>
  )
}
