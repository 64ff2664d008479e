import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import type { Shop, ShopDetail } from '#contract/catalog/shops.ts'
import type { ShopRecord } from '#contract/orders/shop-record.ts'
import { LATE_AFTER_DAYS } from '#domain/orders/shop-stay-rules.ts'
import type { SearchLocation } from '#src/features/catalog/shops/shops.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type Fact, Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ShopDistance } from './ShopDistance.tsx'
import { useOpeningHours } from './useOpeningHours.ts'

interface ShopFactsProps {
  shop: Shop
  /** Undefined offline: the local copy has no hours. */
  detail: ShopDetail | undefined
  record: ShopRecord | undefined
  /** Where the user searched for the shop. */
  from: SearchLocation | undefined
}

/** Address, phone, hours of a shop, and how long vehicles stay there. */
export function ShopFacts({ shop, detail, record, from }: ShopFactsProps) {
  const t = useTexts('shop-record', 'shops')
  const format = useFormat()
  const hoursOf = useOpeningHours()
  const hours = detail && hoursOf(detail)
  const address = `${shop.address_line1}, ${shop.city}, ${shop.state} ${shop.zip}`
  const facts: Fact[] = [
    { label: t('shop-record:fact.address'), value: <MapLink address={address}>{address}</MapLink> },
    // Offline, the local copy has no place.
    ...(detail
      ? [{ label: t('shop-record:fact.distance'), value: <ShopDistance shopId={shop.id} from={from} /> }]
      : []),
    {
      label: t('shop-record:fact.phone'),
      value: (
        <Link href={`tel:${shop.main_phone_number}`} sx={{ display: 'inline-block', py: { xs: 1, md: 0 } }}>
          {format.phone(shop.main_phone_number)}
        </Link>
      ),
    },
    ...(hours
      ? [
          { label: t('shop-record:fact.today'), value: hours.today },
          { label: t('shop-record:fact.week'), value: hours.week },
        ]
      : []),
    ...(record ? [{ label: t('shop-record:fact.stay'), value: <Stay stay={record.stay} /> }] : []),
    ...(shop.support_medium_and_heavy_duty_vehicles
      ? [{ label: t('shop-record:fact.accepts'), value: t('shops:heavy') }]
      : []),
    ...(shop.scheduling === 'online'
      ? []
      : [{ label: t('shop-record:fact.booking'), value: t(`shops:scheduling.${shop.scheduling}`) }]),
  ]
  return (
    <Section title={t('shop-record:facts')}>
      <Facts facts={facts} />
    </Section>
  )
}

function MapLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Link
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noopener noreferrer"
      sx={{ display: 'inline-block', py: { xs: 1, md: 0 } }}
    >
      {children}
    </Link>
  )
}

function Stay({ stay }: { stay: ShopRecord['stay'] }) {
  const t = useTexts('shop-record')
  const { number } = useFormat()
  if (!stay) return t('shop-record:stay.unknown')
  const days = Math.round(stay.median_days)
  const orders = t('shop-record:stay.orders', { count: stay.orders, number: number(stay.orders) })
  const text = days === 0 ? t('shop-record:stay.sameDay') : t('shop-record:stay.days', { count: days })
  return days > LATE_AFTER_DAYS ? `${text} (${orders}). ${t('shop-record:stay.long')}` : `${text} (${orders})`
}
