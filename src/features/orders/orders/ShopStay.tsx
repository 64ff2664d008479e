import { dayIn } from '#domain/core/days.ts'
import { type ShopStay as Stay, stayOf } from '#domain/orders/shop-stay-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'

interface StayingOrder {
  status: string
  appointment_datetime: string
  /** In lists of several fleets; undefined: the zone of the session's fleet. */
  fleet_time_zone?: string | undefined
}

/** How long the vehicle of an order has been at the shop, marked if that is late; before, the state of the appointment. */
export function ShopStay({ order }: { order: StayingOrder }) {
  const { stay, text } = useShopStay()(order)
  if (stay.kind === 'booked' || (stay.kind === 'atShop' && !stay.isLate)) return text
  return (
    <Box component="span" sx={late}>
      {text}
    </Box>
  )
}

/** The days at the shop in a narrow cell, or that the appointment was not confirmed; nothing before the appointment. */
export function DaysAtShop({ order }: { order: StayingOrder }) {
  const t = useTexts('orders')
  const { number } = useFormat()
  const { stay, text } = useShopStay()(order)
  if (stay.kind === 'booked') return null
  const isMissed = stay.kind === 'missed'
  return (
    <Box
      component="span"
      role="img"
      title={text}
      aria-label={text}
      sx={{ mx: 1, whiteSpace: 'nowrap', ...((isMissed || stay.isLate) && late) }}
    >
      {isMissed ? t('orders:stay.missedShort') : t('orders:stay.short', { number: number(stay.days) })}
    </Box>
  )
}

const late = { color: 'error.main', fontWeight: 600 } as const

/** Returns a function that describes where an order's vehicle is, as a value and in words. */
export function useShopStay(): (order: StayingOrder) => { stay: Stay; text: string } {
  const t = useTexts('orders')
  const { dayOf } = useFormat()
  const textOf = (stay: Stay) => {
    if (stay.kind === 'booked') return t(`orders:state.${stay.state}`)
    if (stay.kind === 'missed') return t('orders:stay.missed')
    if (stay.isLate) return t('orders:stay.late', { count: stay.days })
    return stay.days === 0 ? t('orders:stay.today') : t('orders:stay.days', { count: stay.days })
  }
  return (order) => {
    const zone = order.fleet_time_zone
    const stay = stayOf(order, Date.now(), zone ? (at) => dayIn(zone, new Date(at)) : dayOf)
    return { stay, text: textOf(stay) }
  }
}
