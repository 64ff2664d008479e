import { useMemo, useState } from 'react'
import { findMatches, type Query, RANK, type Rank, readQuery } from '#src/features/home/find/match.ts'
import { indexNow } from '#src/features/home/find/text-index.ts'
import { useFindRecords } from '#src/features/home/find/useFindRecords.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import {
  GROUPS,
  type GroupKey,
  HITS_MAX,
  type Hit,
  type HitGroup,
  type RankedHits,
  withAll,
  withServer,
} from './hit.ts'
import { hitIcons } from './hit-icons.tsx'
import { currentFleetFind, readRecentFinds } from './recent-finds.ts'
import { useActions } from './useActions.tsx'
import { useLocalHits } from './useLocalHits.tsx'
import { type Place, useScreens } from './usePlaces.tsx'
import { useServerFinds } from './useServerFinds.ts'
import { nameOfOrder, useServerHits } from './useServerHits.tsx'

/** Actions that are offered before anything is typed. */
const FIRST_ACTIONS = 5

export interface Finds {
  query: Query | null
  groups: readonly HitGroup[]
  isPreparing: boolean
  server: ReturnType<typeof useServerFinds>
}

export type FindSources = ReturnType<typeof useFindSources>

/** Returns what is searched. Read outside of the component that renders on each keystroke. */
export function useFindSources(onShortcuts: () => void) {
  const records = useFindRecords()
  const screens = usePlaces(useScreens())
  const actions = usePlaces(useActions(onShortcuts))
  return { records, screens, actions }
}

/** Searches everything that this user may see. */
export function useFinds(typed: string, { records, screens, actions }: FindSources): Finds {
  const query = useMemo(() => readQuery(typed), [typed])
  const server = useServerFinds(typed, records.isComplete)
  const { vehicleHits, allVehicles, orderHits, shopHits, ...hitOf } = useLocalHits(records)
  const { userHits, fleetHits } = useServerHits()
  const recentHits = useRecentHits(
    [...screens.places, ...actions.places],
    { ...records, fleets: server.fleets },
    hitOf,
  )
  const labels = useGroupLabels()
  const isPreparing = !records.vehicles || !records.orders
  if (!query) {
    const first = { recent: recentHits(), actions: actions.places.slice(0, FIRST_ACTIONS) }
    return { query, isPreparing, server, groups: toGroups(first, ['recent', 'actions'], labels()) }
  }
  const vehicles = vehicleHits(query)
  const orders = orderHits(query, vehicles.meant)
  const found: Partial<Record<GroupKey, RankedHits>> = {
    vehicles: withAll(
      withServer(
        vehicles,
        server.vehicles.map((vehicle) => hitOf.vehicleHit(vehicle, query)),
      ),
      allVehicles(typed),
    ),
    vehicleActions: {
      hits: vehicles.meant ? hitOf.vehicleActions(vehicles.meant) : [],
      best: vehicles.best,
    },
    orders: withServer(
      orders,
      server.orders.map((order) => hitOf.orderHit(nameOfOrder(order), query)),
    ),
    shops: shopHits(query),
    fleets: fleetHits(server.fleets ?? [], query),
    users: userHits(server.users, query, server.hasUsersOfTyped),
    screens: screens.find(query),
    actions: actions.find(query),
  }
  const order = GROUPS.toSorted((a, b) => bandOf(found[a]) - bandOf(found[b]))
  const hits = Object.fromEntries(Object.entries(found).map(([key, { hits }]) => [key, hits]))
  return { query, isPreparing, server, groups: toGroups(hits, order, labels(vehicles.hits[0]?.title)) }
}

/** Groups are listed by their best match. The start of any word counts alike: models come after years and makes. */
function bandOf(found: RankedHits | undefined): number {
  const best: Rank = found?.best ?? RANK.typo
  return best === RANK.word ? RANK.prefix : best
}

function toGroups(
  hits: Partial<Record<GroupKey, readonly Hit[]>>,
  order: readonly GroupKey[],
  labels: Record<GroupKey, string>,
): HitGroup[] {
  return order
    .map((key) => ({ key, label: labels[key], hits: hits[key] ?? [] }))
    .filter((group) => group.hits.length > 0)
}

/** Indexes screens or actions by their titles and keywords. They change with the language only. */
function usePlaces(places: readonly Place[]) {
  const names = places.map(({ title, detail, keywords }) => `${title}\n${keywords}\n${detail}`).join('\t')
  const index = useMemo(() => indexNow(names.split('\t').map((name) => name.split('\n'))), [names])
  return {
    places,
    find(query: Query): RankedHits {
      const matches = findMatches(index, query, HITS_MAX)
      return { hits: matches.flatMap(({ nth }) => places[nth] ?? []), best: matches[0]?.rank ?? RANK.typo }
    },
  }
}

/** Returns the recent finds that still exist and that the user may still open, as they are now. */
function useRecentHits(
  places: readonly Place[],
  {
    vehicles,
    orders,
    favorites,
    fleets,
  }: ReturnType<typeof useFindRecords> & Pick<ReturnType<typeof useServerFinds>, 'fleets'>,
  hitOf: Pick<ReturnType<typeof useLocalHits>, 'vehicleHit' | 'orderHit' | 'savedShopHit'>,
) {
  const { user, can } = useSession()
  const [stored] = useState(() => readRecentFinds(user))
  const isThere = (kind: string, id: number): boolean => {
    if (kind === 'vehicle') return vehicles?.byId.has(id) ?? false
    if (kind === 'order') return orders?.orders.some((order) => order.id === id) ?? false
    if (kind === 'user') return can('users.read') || can('fmcUsers.read')
    if (kind === 'fleet') return can('fleets.list')
    return kind === 'shop' || kind === 'used-shop'
  }
  const hitNow = (kind: string, id: number): Hit | undefined => {
    const vehicle = kind === 'vehicle' && vehicles?.byId.get(id)
    if (vehicle) return hitOf.vehicleHit(vehicle, null)
    const order = kind === 'order' && orders?.orders.find((order) => order.id === id)
    if (order) return hitOf.orderHit(order, null)
    const shop = kind === 'shop' && favorites.find((shop) => shop.id === id)
    return shop ? hitOf.savedShopHit(shop) : undefined
  }
  return () =>
    stored.flatMap((find): Hit[] => {
      const current = find.key.startsWith('fleet:') ? currentFleetFind(find, fleets) : find
      if (!current) return []
      const { key, href, ...texts } = current
      const place = places.find((known) => known.key === key)
      if (place) return [place]
      const [kind = '', id] = key.split(':')
      const now = hitNow(kind, Number(id))
      if (now) return [now]
      return isThere(kind, Number(id)) ? [{ key, ...texts, icon: hitIcons[kind], target: href }] : []
    })
}

function useGroupLabels() {
  const t = useTexts('find')
  const { user, fleet } = useSession()
  return (vehicle = ''): Record<GroupKey, string> => ({
    recent: t('find:group.recent'),
    vehicles: user.isFMC ? t('find:group.vehiclesOf', { fleet: fleet.name }) : t('find:group.vehicles'),
    vehicleActions: t('find:group.vehicleActions', { vehicle }),
    orders: t('find:group.orders'),
    shops: t('find:group.shops'),
    fleets: t('find:group.fleets'),
    users: t('find:group.users'),
    screens: t('find:group.screens'),
    actions: t('find:group.actions'),
  })
}
