import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { DUE_NUMBERS } from '../due/due-summary.ts'
import { linkToDue } from '../due/due-view.ts'
import type { Due } from '../due/useDue.ts'
import type { OrderCounts } from './order-counts.ts'
import { toActiveOrders, toOrdersToday } from './services-links.ts'

interface TilesProps {
  orders: OrderCounts | undefined
  due: Due | undefined
}

/** Four key numbers of the fleet, each linked to the rows it counts (DSH-002, DSH-003, DSH-023). */
export function Tiles({ orders, due }: TilesProps) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const vehicles = useComplete(useVehicles())
  const inUse = vehicles?.filter(({ is_active }) => is_active).length
  const counts = due?.counts
  const numberOf = (value: number | undefined) => (value === undefined ? '–' : number(value))
  return (
    <Box component="ul" aria-label={t('dashboard:tile.label')} sx={tiles}>
      <Tile
        link={(looks) => <LinkBox {...toActiveOrders()} {...looks} />}
        label={t('dashboard:tile.orders')}
        value={orders?.all}
        hint={t('dashboard:tile.today', { number: numberOf(orders?.today) })}
        hintLink={(text) => <TextLink {...toOrdersToday()}>{text}</TextLink>}
      />
      <Tile
        link={(looks) => <LinkBox {...toActiveOrders('awaiting_approval')} {...looks} />}
        label={t('dashboard:tile.approval')}
        value={orders && (orders.byStatus.awaiting_approval ?? 0)}
        hint={t('dashboard:tile.approvalHint')}
      />
      <Tile
        link={(looks) => <LinkBox {...linkToDue(DUE_NUMBERS.vehicles)} {...looks} />}
        label={t('dashboard:tile.preventive')}
        value={counts?.vehicles}
        unit={counts && t('dashboard:tile.toBook', { count: counts.vehicles })}
        hint={t('dashboard:tile.pastDue', { number: numberOf(counts?.vehiclesPastDue) })}
        hintLink={(text) => <TextLink {...linkToDue(DUE_NUMBERS.vehiclesPastDue)}>{text}</TextLink>}
      />
      <Tile
        link={(looks) => <LinkBox to="/vehicles" search={{ show: 'active' }} {...looks} />}
        label={t('dashboard:tile.vehicles')}
        value={inUse}
        hint={t('dashboard:tile.vehiclesHint', { number: numberOf(vehicles?.length) })}
        hintLink={(text) => (
          // Without a filter in the URL, the user's default view would open.
          <TextLink to="/vehicles" search={{ show: 'all' }}>
            {text}
          </TextLink>
        )}
      />
    </Box>
  )
}

interface TileProps {
  link: (looks: { sx: typeof main; children: ReactNode }) => ReactNode
  label: string
  /** Undefined while unknown. */
  value: number | undefined
  /** What the number counts, if the label does not name it. */
  unit?: string | undefined
  /** A second fact. Invisible while the value is unknown, but it takes its place. */
  hint: string
  /** The link of a number in the hint. */
  hintLink?: (text: string) => ReactNode
}

function Tile({ link, label, value, unit, hint, hintLink }: TileProps) {
  const { number } = useFormat()
  return (
    <Box component="li" sx={tile}>
      {link({
        sx: main,
        children: (
          <>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {label}
            </Typography>
            <Typography component="span" sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 700 }}>
              {value === undefined ? <Skeleton width={48} /> : number(value)}
            </Typography>
            {unit && (
              <Typography component="span" variant="body2">
                {' '}
                {unit}
              </Typography>
            )}
          </>
        ),
      })}
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
        {value === undefined ? (
          <Skeleton>
            <span>{hint}</span>
          </Skeleton>
        ) : (
          (hintLink?.(hint) ?? hint)
        )}
      </Typography>
    </Box>
  )
}

const tiles = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
} as const

const tile = {
  position: 'relative',
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'primary.main' },
  // Lies above the link that covers the tile.
  '& > div a': { position: 'relative', display: 'inline-block', minHeight: 24 },
} as const

/** The link covers the whole tile. */
const main = {
  display: 'block',
  color: 'text.primary',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: 2, outlineColor: 'primary.main' },
} as const
