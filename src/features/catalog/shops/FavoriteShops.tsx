import FavoriteBorder from '@mui/icons-material/FavoriteBorder'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShopCard } from './ShopCard.tsx'
import { favoritesQuery } from './shops.queries.ts'

interface FavoriteShopsProps {
  /** Heading level of the shops' names. */
  level: 'h2' | 'h3'
  actions: (shop: Shop) => ReactNode
  /** Shown if there is none. */
  empty?: ReactNode
}

/** Favorite shops: from the server, or from the local copies when offline (SHP-001, SHP-013). */
export function FavoriteShops({ level, actions, empty }: FavoriteShopsProps) {
  const t = useTexts('shops')
  const query = useQuery(favoritesQuery())
  const localShops = useLoaded(useLocalRows(['favorites'], (cache) => cache.favoriteShops))
  // An empty local copy is not shown while the server may have more.
  const here = localShops?.length === 0 && query.isFetching ? undefined : localShops
  const shops = query.data?.shops ?? here
  const list = useListFailure(query)
  return (
    <ListStates
      {...list}
      total={shops?.length}
      rows={4}
      rowHeight={140}
      empty={
        empty ?? (
          <EmptyState
            icon={<FavoriteBorder />}
            title={t('shops:saved.none.title')}
            message={t('shops:saved.none.message')}
          />
        )
      }
    >
      <Box
        component="ul"
        aria-label={t('shops:saved.label')}
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { lg: '1fr 1fr' },
        }}
      >
        {shops?.map((shop) => (
          <Box component="li" key={shop.id} sx={{ display: 'grid' }}>
            <ShopCard shop={shop} level={level} actions={actions(shop)} />
          </Box>
        ))}
      </Box>
    </ListStates>
  )
}
