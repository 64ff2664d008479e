import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/session/useKept.ts'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import type { Due } from '../due/useDue.ts'
import { toActiveOrders } from './services-links.ts'
import type { OrderCounts } from './useOrderCounts.ts'

interface TilesProps {
  orders: OrderCounts | undefined
  due: Due | undefined
}

/** The fleet in four numbers, each the way to what it counts (DSH-002, DSH-003, DSH-023). */
export function Tiles({ orders, due }: TilesProps) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const vehicles = useVehicles()
  const inUse = vehicles?.filter(({ is_active }) => is_active).length
  return (
    <Box component="ul" aria-label={t('dashboard:tile.label')} sx={tiles}>
      <li>
        <LinkBox {...toActiveOrders()} sx={tile}>
          <Figures
            label={t('dashboard:tile.orders')}
            value={orders?.all}
            hint={t('dashboard:tile.today', { number: number(orders?.today ?? 0) })}
          />
        </LinkBox>
      </li>
      <li>
        <LinkBox {...toActiveOrders('awaiting_approval')} sx={tile}>
          <Figures
            label={t('dashboard:tile.approval')}
            value={orders && (orders.byStatus.awaiting_approval ?? 0)}
            hint={t('dashboard:tile.approvalHint')}
          />
        </LinkBox>
      </li>
      <li>
        <LinkBox to="/upcoming_maintenances" sx={tile}>
          <Figures
            label={t('dashboard:tile.preventive')}
            value={due?.vehicles}
            hint={t('dashboard:tile.pastDue', { number: number(due?.counts.past_due.toBook ?? 0) })}
          />
        </LinkBox>
      </li>
      <li>
        <LinkBox to="/vehicles" sx={tile}>
          <Figures
            label={t('dashboard:tile.vehicles')}
            value={inUse}
            hint={t('dashboard:tile.vehiclesHint', { number: number(vehicles?.length ?? 0) })}
          />
        </LinkBox>
      </li>
    </Box>
  )
}

interface FiguresProps {
  label: string
  value: number | undefined
  hint: string
}

function Figures({ label, value, hint }: FiguresProps) {
  const { number } = useFormat()
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 700 }}>
        {value === undefined ? <Skeleton width={48} /> : number(value)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {value === undefined ? <Skeleton width="70%" /> : hint}
      </Typography>
    </>
  )
}

const tiles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
  '& > li': { display: 'grid' },
} as const

const tile = {
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { borderColor: 'primary.main' },
} as const
