import MyLocation from '@mui/icons-material/MyLocationOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Shop } from '#contract/catalog/shops.ts'
import { SHOP_NAME_MAX } from '#domain/core/limits.ts'
import { isZipFor, normalizeZip } from '#domain/core/zip.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShowMoreButton } from '#src/ui/list/ShowMoreButton.tsx'
import { FavoriteShops } from './FavoriteShops.tsx'
import { ShopCard } from './ShopCard.tsx'
import { type SearchLocation, shopSearchQuery } from './shops.queries.ts'
import { useDeviceLocation } from './useDeviceLocation.ts'

interface ShopSearchProps {
  /** Initial zip and name, and a callback that stores them so that going back restores the search. */
  zip?: string
  name?: string
  onSearch?: (search: { zip: string; name: string }) => void
  /** Limits the search to shops that accept this vehicle. */
  vehicleId: number | null
  /** Services to show prices for. */
  services: readonly { service_definition_id: number; position: string }[]
  /** Heading level of the shops' names. */
  level: 'h2' | 'h3'
  actions: (shop: Shop) => ReactNode
}

/**
 * Shops near a zip code or the device, nearest first, or by name, with a button for more (SHP-002, SHP-006..012, SHP-029).
 * Starts with the saved shops.
 */
export function ShopSearch({
  zip: initialZip = '',
  name: initialName = '',
  onSearch,
  ...found
}: ShopSearchProps) {
  const t = useTexts('shops')
  const { country } = useFormat()
  const [zip, setZip] = useState(initialZip)
  const [name, setName] = useState(initialName)
  const [searchedName, setSearchedName] = useState(initialName)
  const [isWrong, setWrong] = useState(false)
  const [place, setPlace] = useState(placeOf(country, initialZip))
  const { here, requestLocation, cancel } = useDeviceLocation()
  // The initial zip may arrive late, or change with the vehicle; text that the user typed stays.
  const [began, setBegan] = useState(initialZip)
  if (initialZip !== began) {
    setBegan(initialZip)
    if (zip === began) {
      setZip(initialZip)
      setPlace(placeOf(country, initialZip))
    }
  }

  function search(event: FormEvent) {
    event.preventDefault()
    const words = name.trim()
    const isByName = zip.trim() === '' && words !== ''
    // Validated against the host's country before any request (SHP-012).
    const isRight = isByName || isZipFor(country, zip)
    setWrong(!isRight)
    if (!isRight) return
    cancel()
    const searchedZip = isByName ? '' : normalizeZip(zip)
    setPlace(searchedZip ? { zip: searchedZip } : null)
    setSearchedName(words)
    onSearch?.({ zip: searchedZip, name: words })
  }
  const locate = () =>
    requestLocation((at) => {
      setSearchedName(name.trim())
      setPlace(at)
    })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box
        component="form"
        role="search"
        aria-label={t('shops:search.label')}
        onSubmit={search}
        noValidate
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}
      >
        <Box sx={{ flex: '1 1 200px', maxWidth: 320 }}>
          <TextInput
            label={t('shops:search.zip', { context: country.toLowerCase() })}
            name="zip"
            isFilter
            value={zip}
            onChange={(next) => {
              setWrong(false)
              setZip(next)
            }}
            inputMode={country === 'CA' ? 'text' : 'numeric'}
            autoComplete="postal-code"
            autoCapitalize="characters"
            maxLength={10}
            error={isWrong ? t('shops:search.wrongZip', { context: country.toLowerCase() }) : undefined}
          />
        </Box>
        <NameInput value={name} onChange={setName} />
        <SearchButtons isLocating={here.state === 'asking'} onLocate={locate} />
      </Box>
      {here.state === 'refused' && <AlertBox type="error" message={t('shops:search.enableLocationLabel')} />}
      {here.state === 'unknown' && <AlertBox type="notice" message={t('shops:search.noPlace')} />}
      <Found place={place} searchedName={searchedName} {...found} />
    </Stack>
  )
}

function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const t = useTexts('shops')
  return (
    <Box sx={{ flex: '1 1 200px', maxWidth: 320 }}>
      <TextInput
        label={t('shops:search.name')}
        name="name"
        isFilter
        value={value}
        onChange={onChange}
        maxLength={SHOP_NAME_MAX}
      />
    </Box>
  )
}

function SearchButtons({ isLocating, onLocate }: { isLocating: boolean; onLocate: () => void }) {
  const t = useTexts('shops')
  const isOnline = useOnline()
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', pt: { sm: '28px' } }}>
      <ActionButton type="submit" variant="contained" disabledReason={!isOnline && t('shops:search.offline')}>
        {t('shops:search.action')}
      </ActionButton>
      <ActionButton
        variant="outlined"
        startIcon={<MyLocation />}
        loading={isLocating}
        disabledReason={!isOnline && t('shops:search.offline')}
        onClick={onLocate}
      >
        {t('shops:search.here')}
      </ActionButton>
    </Stack>
  )
}

interface FoundProps extends ShopSearchProps {
  place: SearchLocation | null
  searchedName: string
}

function Found({ place, searchedName: name, vehicleId, services, level, actions }: FoundProps) {
  const t = useTexts('shops', 'errors')
  const textOf = useFailureText()
  const pages = useInfiniteQuery(shopSearchQuery({ place, name, vehicleId, services }))
  const list = useListFailure(pages)
  if (!place && name === '') return <SavedFirst level={level} actions={actions} />
  const shops = pages.data?.pages.flatMap((page) => page.shops)
  return (
    <ListStates
      {...list}
      total={shops?.length}
      failure={shops ? undefined : list.failure}
      offline={{ message: t('shops:search.offline') }}
      rows={4}
      rowHeight={140}
      empty={
        <EmptyState
          icon={<Storefront />}
          title={t(name ? 'shops:search.noneNamed.title' : 'shops:search.none.title', { name })}
          message={t(name ? 'shops:search.noneNamed.message' : 'shops:search.none.message')}
        />
      }
    >
      <Box
        component="ul"
        aria-label={t('shops:search.found')}
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { lg: '1fr 1fr' },
        }}
      >
        {shops?.map((shop) => (
          <Box component="li" key={shop.id} sx={{ display: 'grid' }}>
            <ShopCard shop={shop} level={level} actions={actions(shop)} from={place} />
          </Box>
        ))}
      </Box>
      {pages.isFetchNextPageError && <AlertBox type="error" message={textOf(toFailure(pages.error))} />}
      <ShowMoreButton pages={pages}>{t('shops:search.more')}</ShowMoreButton>
    </ListStates>
  )
}

/** Before a search: the saved shops. */
function SavedFirst({ level, actions }: Pick<ShopSearchProps, 'level' | 'actions'>) {
  const t = useTexts('shops')
  return (
    <FavoriteShops
      level={level}
      actions={actions}
      empty={<EmptyState icon={<Storefront />} title={t('shops:search.start')} />}
    />
  )
}

const placeOf = (country: Parameters<typeof isZipFor>[0], zip: string): SearchLocation | null =>
  isZipFor(country, zip) ? { zip: normalizeZip(zip) } : null
