import List from '@mui/icons-material/FormatListBulleted'
import { useMemo } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { highlightSpans } from '#src/features/home/find/highlight.ts'
import { findMatches, type Query, RANK } from '#src/features/home/find/match.ts'
import { type OrderShop, ordersOfVehicle, shopLabel } from '#src/features/home/find/order-records.ts'
import { indexNow } from '#src/features/home/find/text-index.ts'
import type { FindRecords } from '#src/features/home/find/useFindRecords.ts'
import type { VehicleRecords } from '#src/features/home/find/vehicle-records.ts'
import { useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { vehicleModel, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OrderName } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { HITS_MAX, type Hit, type RankedHits } from './hit.ts'
import { hitIcons } from './hit-icons.tsx'
import { bookIcon, recordIcon } from './usePlaces.tsx'

/** Orders of a vehicle that is surely meant. */
const ORDERS_OF_VEHICLE = 3
const NONE: RankedHits = { hits: [], best: RANK.typo }

/** Returns functions that search the local copies of the fleet. */
export function useLocalHits(records: FindRecords) {
  const vehicleHit = useVehicleHit()
  const orderHit = useOrderHit(records.vehicles)
  const shopHits = useShopHits(records)
  const vehicleActions = useVehicleActions()
  const t = useTexts('find')
  return {
    vehicleHit,
    orderHit,
    shopHits,
    vehicleActions,
    allVehicles: (typed: string) => allVehicles(t('find:allVehicles'), typed),
    savedShopHit: (shop: Shop) => savedShopHit(shop, t('find:savedShop')),

    vehicleHits(query: Query): RankedHits & { meant: Vehicle | undefined } {
      const { vehicles: vehicleRecords } = records
      if (!vehicleRecords) return { ...NONE, meant: undefined }
      const matches = findMatches(vehicleRecords.index, query, HITS_MAX)
      const vehicles = matches.flatMap(({ nth }) => vehicleRecords.vehicles[nth] ?? [])
      const best = matches[0]?.rank ?? RANK.typo
      const isSure = matches.length === 1 || (best === RANK.exact && matches[1]?.rank !== RANK.exact)
      const hits = vehicles.map((vehicle) => vehicleHit(vehicle, query))
      return {
        hits,
        best,
        meant: isSure ? vehicles[0] : undefined,
      }
    },

    orderHits(query: Query, meant: Vehicle | undefined): RankedHits {
      const { orders: orderRecords } = records
      if (!orderRecords) return NONE
      const matches = findMatches(orderRecords.index, query, HITS_MAX)
      const found = matches.flatMap(({ nth }) => orderRecords.orders[nth] ?? [])
      const ofMeant = meant ? ordersOfVehicle(orderRecords, meant.id, ORDERS_OF_VEHICLE) : []
      const all = [...found, ...ofMeant.filter((order) => !found.includes(order))].slice(0, HITS_MAX)
      return { hits: all.map((order) => orderHit(order, query)), best: matches[0]?.rank ?? RANK.typo }
    },
  }
}

const allVehicles = (title: string, typed: string): Hit => ({
  key: 'all:vehicles',
  title,
  detail: '',
  icon: <List />,
  isPassing: true,
  target: `/vehicles?${new URLSearchParams({ q: typed.trim() })}`,
})

function useVehicleHit() {
  const t = useTexts('vehicles')
  return (vehicle: Vehicle, query: Query | null): Hit => {
    const title = vehicleName(vehicle)
    const facts = [vehicleModel(vehicle), vehicle.license_plate_number ?? vehicle.vin]
    const others = [vehicle.vin, vehicle.other_id, vehicle.department_number, ...vehicle.driver_names]
    const matching = others.filter((fact) => fact && query && highlightSpans(fact, query).length > 0)
    const shown = [...facts, ...matching].filter((fact) => fact && fact !== title)
    if (!vehicle.is_active) shown.push(t('vehicles:inactive'))
    return {
      key: `vehicle:${vehicle.id}`,
      title,
      detail: [...new Set(shown)].join(' · '),
      icon: hitIcons.vehicle,
      target: `/vehicles/${vehicle.id}`,
    }
  }
}

function useOrderHit(vehicles: VehicleRecords | undefined) {
  const t = useTexts('orders')
  const format = useFormat()
  const statusLabel = useStatusLabel()
  return (order: OrderName, query: Query | null): Hit => {
    const vehicle = vehicles?.byId.get(order.vehicle_id)
    const po = order.po_number && query && highlightSpans(order.po_number, query).length > 0
    const facts = [
      statusLabel(order.status),
      format.date(order.appointment_datetime),
      po ? order.po_number : '',
      vehicle ? vehicleName(vehicle) : '',
      shopLabel(order.shop, order.city),
    ]
    return {
      key: `order:${order.id}`,
      title: t('orders:page.title', { number: order.id }),
      icon: hitIcons.order,
      detail: facts.filter(Boolean).join(' · '),
      target: `/orders/${order.id}/approvals`,
    }
  }
}

function useShopHits({ favorites, orders }: FindRecords) {
  const t = useTexts('find')
  const favoritesIndex = useMemo(
    () => indexNow(favorites.map((shop) => [shop.name, shop.city, shop.address_line1, shop.zip])),
    [favorites],
  )
  const names = useMemo(() => new Set(favorites.map(({ name, city }) => shopLabel(name, city))), [favorites])
  return (query: Query): RankedHits => {
    const saved = findMatches(favoritesIndex, query, HITS_MAX)
    const hits = saved.flatMap(({ nth }) => {
      const shop = favorites[nth]
      return shop ? [savedShopHit(shop, t('find:savedShop'))] : []
    })
    const used = orders ? findMatches(orders.shopIndex, query, HITS_MAX) : []
    const usedHits = used.flatMap(({ nth }) => {
      const shop = orders?.shops[nth]
      if (!shop || names.has(shopLabel(shop.name, shop.city))) return []
      return [usedShopHit(shop, t('find:shopServices'))]
    })
    const ranks = [saved[0]?.rank ?? RANK.typo, used[0]?.rank ?? RANK.typo] as const
    return {
      hits: [...hits, ...usedHits].slice(0, HITS_MAX),
      best: ranks[0] < ranks[1] ? ranks[0] : ranks[1],
    }
  }
}

const savedShopHit = (shop: Shop, label: string): Hit => ({
  key: `shop:${shop.id}`,
  title: shop.name,
  icon: hitIcons.shop,
  target: `/shops/${shop.id}`,
  detail: [[shop.address_line1, shop.city].filter(Boolean).join(', '), label].join(' · '),
})

/** A shop of earlier orders leads to those orders. */
const usedShopHit = ({ name, city }: OrderShop, detail: string): Hit => ({
  key: `used-shop:${shopLabel(name, city)}`,
  title: shopLabel(name, city),
  detail,
  icon: hitIcons.shop,
  target: `/services?${new URLSearchParams({ tab: 'past', days: 'all', q: name })}`,
})

/** Actions for a vehicle that the role allows. */
function useVehicleActions() {
  const t = useTexts('shell', 'services')
  const { can } = useSession()
  return ({ id, is_active }: Vehicle): Hit[] => {
    const common = { detail: '', isPassing: true }
    const record = { ...common, key: `record:${id}`, title: t('shell:nav.record'), icon: recordIcon }
    const book = { ...common, key: `book:${id}`, title: t('services:schedule'), icon: bookIcon }
    return [
      ...(can('history.create') ? [{ ...record, target: `/maintenance_history/new?vehicle=${id}` }] : []),
      ...(can('orders.request') && is_active
        ? [{ ...book, target: `/service_request/new?vehicle=${id}` }]
        : []),
    ]
  }
}
