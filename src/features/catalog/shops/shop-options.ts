import type { Shop } from '#contract/catalog/shops.ts'

/** A shop as the picker shows it. */
export interface ShopOption {
  id: number
  name: string
  place: { city: string; state: string }
  /** Miles or kilometres from the zip, in the fleet's unit; null for a favourite without a place. */
  distance: number | null
  group: 'last' | 'favorite' | 'near'
}

interface Known {
  favorites: readonly Shop[]
  near: readonly Shop[]
  /** Shops used last, newest first. */
  recents: readonly number[]
  unit: 'mi' | 'km'
}

/** Shops used last, then favourites, then those near the zip; each shop once. */
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
