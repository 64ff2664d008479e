import Directions from '@mui/icons-material/DirectionsOutlined'
import LocalShipping from '@mui/icons-material/LocalShippingOutlined'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import type { FoundShop, Shop } from '#contract/catalog/shops.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { FavoriteButton } from './FavoriteButton.tsx'
import type { SearchLocation } from './shops.queries.ts'

interface ShopCardProps {
  shop: Shop | FoundShop
  /** Heading level of the name. */
  level: 'h2' | 'h3'
  actions: ReactNode
  /** Where the distance starts. */
  from?: SearchLocation | null
}

/** A shop with address, distance, prices and actions (SHP-016). */
export function ShopCard({ shop, level, actions, from }: ShopCardProps) {
  const t = useTexts('shops')
  const format = useFormat()
  const away = format.distanceUnit === 'km' ? shop.kilometers : shop.distance
  const address = `${shop.address_line1}, ${shop.city}, ${shop.state} ${shop.zip}`
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'start', justifyContent: 'space-between' }}>
        <Typography component={level} sx={{ fontWeight: 600, overflowWrap: 'anywhere', pt: 1 }}>
          <TextLink
            to="/shops/$shopId"
            params={{ shopId: String(shop.id) }}
            state={from ? { searchedFrom: from } : {}}
            color="inherit"
          >
            {shop.name}
          </TextLink>
        </Typography>
        <FavoriteButton shop={shop} />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[address, away === null ? undefined : format.distance(away)].filter(Boolean).join(' · ')}
      </Typography>
      <Link href={`tel:${shop.main_phone_number}`} variant="body2" sx={{ py: 0.5, justifySelf: 'start' }}>
        {format.phone(shop.main_phone_number)}
      </Link>
      {'shopPriceText' in shop && shop.shopPriceText && shop.price_kind && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t(`shops:price.${shop.price_kind}`, { price: shop.shopPriceText })}
        </Typography>
      )}
      {shop.support_medium_and_heavy_duty_vehicles && (
        <Typography variant="body2" sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <LocalShipping fontSize="small" aria-hidden />
          {t('shops:heavy')}
        </Typography>
      )}
      {shop.scheduling === 'call' && <Typography variant="body2">{t('shops:scheduling.call')}</Typography>}
      {shop.scheduling === 'not_supported' && (
        <Typography variant="body2">{t('shops:scheduling.not_supported')}</Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
        {actions}
        <Button
          component="a"
          startIcon={<Directions />}
          href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('shops:directions')}
        </Button>
      </Stack>
    </Paper>
  )
}
