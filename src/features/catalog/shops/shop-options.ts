import type { Shop } from '#contract/catalog/shops.ts'

/** A shop as an option of the picker. */
export interface ShopOption {
  id: number
  name: string
  place: { city: string; state: string }
  /** Distance from the zip in the fleet's unit (miles or km); null for a favorite without coordinates. */
  distance: number | null
  group: 'last' | 'favorite' | 'near'
}

interface Known {
  favorites: readonly Shop[]
  near: readonly Shop[]
  /** Recently used shops, newest first. */
  recents: readonly number[]
  unit: 'mi' | 'km'
}

/** Returns recently used shops, then favorites, then those near the zip; each shop once. */
export function shopOptions({ favorites, near, recents, unit }: Known): ShopOption[] {
  const option = (shop: Shop, group: ShopOption['group']): ShopOption => ({
    id: shop.id,
    name: shop.name,
    place: { city: shop.city, state: shop.state },
    distance: unit === 'km' ? shop.kilometers : shop.distance,
    group,
  })
  const known = [...favorites, ...near]
  const last = recents.flatMap((id) => known.find((shop) => shop.id === id) ?? []).slice(0, 2)
  const all = [
    ...last.map((shop) => option(shop, 'last')),
    ...favorites.map((shop) => option(shop, 'favorite')),
    ...near.map((shop) => option(shop, 'near')),
  ]
  return all.filter(({ id }, index) => all.findIndex((shop) => shop.id === id) === index)
}
