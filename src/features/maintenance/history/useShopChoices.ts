import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { ZIP_LOOKUP_DELAY_MS } from '#domain/core/limits.ts'
import { isZipFor, normalizeZip } from '#domain/core/zip.ts'
import { type ShopOption, shopOptions } from '#src/features/catalog/shops/shop-options.ts'
import { shopsNearQuery } from '#src/features/catalog/shops/shops.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'

export interface ShopChoices {
  options: readonly ShopOption[]
  lookUp: { state: 'idle' | 'loading' | 'unreachable' } | { state: 'found'; count: number }
}

/** Returns recently used shops, favorites, and those near the zip, searched 2 s after the last keystroke (MHX-015). */
export function useShopChoices(
  zip: string,
  favorites: readonly Shop[] | undefined,
  recents: readonly number[],
): ShopChoices {
  const { country, distanceUnit } = useFormat()
  const settled = useDelayed(zip, ZIP_LOOKUP_DELAY_MS)
  const wanted = isZipFor(country, settled) ? normalizeZip(settled) : ''
  const { data, isFetching, isError } = useQuery(shopsNearQuery(wanted))
  const near = wanted ? data?.shops : undefined
  const options = useMemo(
    () => shopOptions({ favorites: favorites ?? [], near: near ?? [], recents, unit: distanceUnit }),
    [favorites, near, recents, distanceUnit],
  )
  if (!wanted) return { options, lookUp: { state: 'idle' } }
  if (isFetching) return { options, lookUp: { state: 'loading' } }
  if (isError) return { options, lookUp: { state: 'unreachable' } }
  return { options, lookUp: near ? { state: 'found', count: near.length } : { state: 'idle' } }
}
