import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { OrderHistory } from '#contract/maintenance/history.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

/** One paid order: which vehicle, where, when, how much. */
export function PaidOrder({ order, vehicle }: { order: OrderHistory; vehicle: string }) {
  const t = useTexts('transactions')
  const { date, dayOf, money } = useFormat()
  const facts = [
    date(dayOf(Date.parse(order.appointment_datetime))),
    order.shop?.name ?? order.custom_shop_name,
    t('transactions:order', { number: order.id }),
  ]
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.25, display: 'flex', gap: 2, alignItems: 'center' }}>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <TextLink
          to="/vehicles/$vehicleId"
          params={{ vehicleId: String(order.vehicle_id) }}
          sx={{ fontWeight: 600 }}
        >
          {vehicle}
        </TextLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>{money(order.total)}</Typography>
    </Paper>
  )
}
