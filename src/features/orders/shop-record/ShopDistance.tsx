import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SearchLocation } from '#src/features/catalog/shops/shops.queries.ts'
import { useDeviceLocation } from '#src/features/catalog/shops/useDeviceLocation.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useSearchOrigin } from '../requests/useSearchOrigin.ts'
import { shopDistanceQuery } from './shop-record.queries.ts'

interface ShopDistanceProps {
  shopId: number
  /** Where the user searched for the shop. */
  from: SearchLocation | undefined
}

/** Distance from where the user searched, else from the fleet's address. Locates the device only on request. */
export function ShopDistance({ shopId, from }: ShopDistanceProps) {
  const t = useTexts('shop-record', 'shops')
  const format = useFormat()
  const { here, requestLocation } = useDeviceLocation()
  const [place, setPlace] = useState(from)
  const home = useSearchOrigin(null)
  const origin = place ?? (home ? { zip: home.zip } : undefined)
  const { data } = useQuery(shopDistanceQuery(shopId, origin))
  const away = (format.distanceUnit === 'km' ? data?.kilometers : data?.distance) ?? undefined
  const distance = away !== undefined && format.distance(away)
  const isFromZip = origin && 'zip' in origin
  return (
    <>
      {distance &&
        (isFromZip
          ? t('shop-record:away.zip', { distance, zip: origin.zip })
          : t('shop-record:away.here', { distance }))}
      {(isFromZip || !distance) && (
        <Button
          size="small"
          loading={here.state === 'asking'}
          onClick={() => requestLocation(setPlace)}
          sx={{ display: 'flex', ml: { xs: 'auto', sm: -0.625 }, minHeight: { xs: 44, md: 0 } }}
        >
          {t('shop-record:away.ask')}
        </Button>
      )}
      <Box sx={{ textAlign: 'start' }}>
        {here.state === 'refused' && (
          <AlertBox type="error" message={t('shops:search.enableLocationLabel')} />
        )}
        {here.state === 'unknown' && <AlertBox type="notice" message={t('shop-record:away.unknown')} />}
      </Box>
    </>
  )
}
