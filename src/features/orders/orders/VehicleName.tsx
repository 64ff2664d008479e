import type { OrderRow } from '#contract/orders/order-row.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'

/** The vehicle of an order: a link to its page, unless it was transferred to another fleet or deleted. */
export function VehicleName({ vehicle }: Pick<OrderRow, 'vehicle'>) {
  const t = useTexts('orders')
  const name = vehicle.name || `#${vehicle.id}`
  if (vehicle.has_left)
    return (
      <>
        {name}
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {t('orders:vehicleLeft')}
        </Typography>
      </>
    )
  return (
    <TextLink
      to="/vehicles/$vehicleId"
      params={{ vehicleId: String(vehicle.id) }}
      sx={{ fontWeight: 'inherit', overflowWrap: 'anywhere', display: 'inline-block', py: 0.5 }}
    >
      {name}
    </TextLink>
  )
}
