import Favorite from '@mui/icons-material/Favorite'
import FavoriteBorder from '@mui/icons-material/FavoriteBorder'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { api, queries } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Adds or removes a favorite: updates the screen at once and reverts if the server refuses (SHP-005). */
export function FavoriteButton({ shop }: { shop: Shop }) {
  const t = useTexts('shops')
  const toast = useToast()
  const client = useQueryClient()
  const { cache } = useOffline()
  const isOnline = useOnline()
  const [own, setOwn] = useState<boolean>()
  const isFavorite = own ?? shop.is_favorite_shop

  async function toggle() {
    const value = !isFavorite
    setOwn(value)
    try {
      await api.shops.toggleFavorite({ id: shop.id, value })
      void client.invalidateQueries({ queryKey: queries.shops.key() })
      void cache.refresh()
    } catch {
      setOwn(!value)
      toast('danger', t('shops:favorite.failed'))
    }
  }
  const label = isFavorite
    ? t('shops:favorite.remove', { shop: shop.name })
    : t('shops:favorite.add', { shop: shop.name })
  return (
    <Tooltip title={isOnline ? label : t('shops:favorite.offline')}>
      <IconButton
        aria-label={label}
        aria-pressed={isFavorite}
        aria-disabled={!isOnline}
        color={isFavorite ? 'primary' : 'default'}
        onClick={() => (isOnline ? void toggle() : toast('info', t('shops:favorite.offline')))}
      >
        {isFavorite ? <Favorite /> : <FavoriteBorder />}
      </IconButton>
    </Tooltip>
  )
}
