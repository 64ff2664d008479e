import FavoriteBorder from '@mui/icons-material/FavoriteBorder'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useKept } from '#src/session/useKept.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { ShopCard } from './ShopCard.tsx'
import { favoritesQuery } from './shops.queries.ts'

interface FavoriteShopsProps {
  /** Of the shops' names, under the headings around. */
  level: 'h2' | 'h3'
  actions: (shop: Shop) => ReactNode
}

/** The saved shops: from the server, and without signal from this device (SHP-001, SHP-013). */
export function FavoriteShops({ level, actions }: FavoriteShopsProps) {
  const t = useTexts('shops')
  const { data } = useQuery(favoritesQuery())
  const kept = useKept(['favorites'], (cache) => cache.favoriteShops)
  const shops = data?.shops ?? kept
  if (!shops) return <SkeletonList rows={4} rowHeight={140} />
  if (shops.length === 0)
    return (
      <EmptyState
        icon={<FavoriteBorder />}
        title={t('shops:saved.none.title')}
        message={t('shops:saved.none.message')}
      />
    )
  return (
    <Box
      component="ul"
      aria-label={t('shops:saved.label')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: { lg: '1fr 1fr' } }}
    >
      {shops.map((shop) => (
        <Box component="li" key={shop.id} sx={{ display: 'grid' }}>
          <ShopCard shop={shop} level={level} actions={actions(shop)} />
        </Box>
      ))}
    </Box>
  )
}
