import Storefront from '@mui/icons-material/StorefrontOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { isZipFor, normaliseZip } from '#contract/core/fields.ts'
import { ShopCard } from '#src/features/catalog/shops/ShopCard.tsx'
import { shopsNearQuery } from '#src/features/catalog/shops/shops.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useKept } from '#src/session/useKept.ts'
import { useLoaded } from '#src/session/useLoaded.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** /shops: one's favourite shops, from this device, and those near a zip or postal code. */
export function ShopsScreen() {
  const t = useTexts('shops')
  const favorites = useLoaded(useKept(['favoriteShops'], (cache) => cache.favoriteShops))
  return (
    <Page title={t('shops:title')} width="reading">
      <Stack sx={{ gap: 2 }}>
        <Section title={t('shops:list.favorites')} flush>
          {!favorites && <SkeletonList rows={3} />}
          {favorites?.length === 0 && (
            <EmptyState icon={<Storefront />} title={t('shops:list.noFavorites')} />
          )}
          {favorites && <Shops shops={favorites} />}
        </Section>
        <Near />
      </Stack>
    </Page>
  )
}

function Near() {
  const t = useTexts('shops')
  const { fleet } = useSession()
  const isOnline = useOnline()
  const [typed, setTyped] = useState('')
  const zip = isZipFor(fleet.country, typed) ? normaliseZip(typed) : ''
  const { data, isError, refetch } = useQuery(shopsNearQuery(zip))
  const isAsked = zip !== ''
  return (
    <Section title={t('shops:near.title')}>
      <SearchInput
        label={fleet.country === 'CA' ? t('shops:near.postalCode') : t('shops:near.zip')}
        value={typed}
        onSearch={setTyped}
      />
      <Box sx={{ mx: -2, mt: 1 }} aria-live="polite">
        {isAsked && !data && isOnline && !isError && <SkeletonList rows={3} />}
        {isAsked && !data && (isError || !isOnline) && (
          <ErrorPanel
            message={isOnline ? undefined : t('shops:near.offline')}
            onRetry={() => void refetch()}
          />
        )}
        {isAsked && data?.shops.length === 0 && (
          <EmptyState icon={<Storefront />} title={t('shops:near.empty')} />
        )}
        {isAsked && data && <Shops shops={data.shops} />}
      </Box>
    </Section>
  )
}

function Shops({ shops }: { shops: readonly Shop[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {shops.map((shop) => (
        <ShopCard key={shop.id} shop={shop} />
      ))}
    </Box>
  )
}
