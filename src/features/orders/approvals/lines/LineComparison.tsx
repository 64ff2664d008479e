import type { ServicePreview } from '#contract/orders/approvals.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'

/** Compares a price with retail, the network, and the last service of this vehicle (APR-055, ruling 31). */
export function LineComparison({ preview }: { preview: ServicePreview }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { price_range: range, last_done: last } = preview
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.25 }}>
      <Typography component="li" variant="body2" sx={{ color: 'text.secondary' }}>
        {t('approvals:compare.retail', {
          retail: format.money(preview.retail_price),
          saving: format.money(preview.saving),
        })}
      </Typography>
      {range && (
        <Typography component="li" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('approvals:compare.range', {
            low: format.money(range.low),
            high: format.money(range.high),
            count: range.orders,
          })}
        </Typography>
      )}
      <Typography component="li" variant="body2" sx={{ color: 'text.secondary' }}>
        {last ? <LastDone last={last} /> : t('approvals:compare.never')}
      </Typography>
    </Box>
  )
}

function LastDone({ last }: { last: NonNullable<ServicePreview['last_done']> }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const odometer = format.distanceUnit === 'km' ? last.kilometers : last.miles
  const facts = { date: format.date(last.date), distance: format.distance(odometer) }
  const key = odometer === null ? 'last' : 'lastAt'
  const text =
    last.price === null
      ? t(`approvals:compare.unpriced.${key}`, facts)
      : t(`approvals:compare.${key}`, { ...facts, price: format.money(last.price) })
  if (last.order_id === null) return text
  return (
    <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(last.order_id) }}>
      {text}
    </TextLink>
  )
}
