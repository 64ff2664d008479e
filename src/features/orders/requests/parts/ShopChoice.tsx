import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Shop } from '#contract/catalog/shops.ts'
import { isDriverOnly } from '#domain/access/permissions.ts'
import { ShopCard } from '#src/features/catalog/shops/ShopCard.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { AllShops } from '../AllShops.tsx'
import type { ChosenShop, RequestDraft } from '../request-draft.ts'

interface ShopChoiceProps {
  draft: RequestDraft
  favorites: readonly Shop[]
  isMediumOrHeavyDuty: boolean
  showsAllShops: boolean
  onShowAllChange: (isAll: boolean) => void
  onPick: (shop: Shop) => void
}

/** Chooses a saved shop, or any shop in the second tab (SVC-060, SVC-065, SVC-067). */
export function ShopChoice(props: ShopChoiceProps) {
  const { draft, favorites, isMediumOrHeavyDuty, showsAllShops, onShowAllChange, onPick } = props
  const t = useTexts('requests', 'shops')
  const { user, fleet } = useSession()
  // Drivers of a fuel card's fleet may use only shops saved for them (SVC-066).
  const maySearch = !(fleet.is_fuel_card && isDriverOnly(user))
  // Offers only shops that accept the vehicle (SVC-087).
  const supportedShops = favorites.filter(
    (shop) => !isMediumOrHeavyDuty || shop.support_medium_and_heavy_duty_vehicles,
  )
  const renderChooseButton = (shop: Shop) => (
    <ActionButton
      variant={draft.shop?.id === shop.id ? 'contained' : 'outlined'}
      disabledReason={shop.scheduling === 'not_supported' && t('requests:problem.notSupported')}
      onClick={() => onPick(shop)}
    >
      {draft.shop?.id === shop.id ? t('requests:shop.chosen') : t('requests:shop.choose')}
    </ActionButton>
  )
  return (
    <Stack sx={{ gap: 1.5 }}>
      {draft.shop && (showsAllShops || supportedShops.every(({ id }) => id !== draft.shop?.id)) && (
        <ChosenShopCard shop={draft.shop} />
      )}
      {draft.shop && <CompanyWarning shop={draft.shop} />}
      <ToggleButtonGroup
        exclusive
        value={showsAllShops ? 'all' : 'favorites'}
        aria-label={t('requests:shop.panel')}
        onChange={(_, next: 'all' | 'favorites' | null) => next && onShowAllChange(next === 'all')}
        sx={{ flexWrap: 'wrap' }}
      >
        <ToggleButton value="favorites">{t('requests:shop.favorites')}</ToggleButton>
        <ToggleButton value="all">{t('requests:shop.all')}</ToggleButton>
      </ToggleButtonGroup>
      {showsAllShops ? (
        <AllShops draft={draft} actions={renderChooseButton} />
      ) : (
        <>
          <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
            {supportedShops.map((shop) => (
              <li key={shop.id}>
                <ShopCard shop={shop} level="h3" actions={renderChooseButton(shop)} />
              </li>
            ))}
          </Box>
          {supportedShops.length === 0 && (
            <EmptyState title={t('requests:shop.none.title')} message={t('requests:shop.none.message')} />
          )}
          {maySearch && (
            <LinkButton to="/shops" sx={{ justifySelf: 'start', alignSelf: 'start' }}>
              {t('requests:shop.search')}
            </LinkButton>
          )}
        </>
      )}
    </Stack>
  )
}

/** The chosen shop, if the list below does not show it: in the tab of all shops, or after going back. */
function ChosenShopCard({ shop }: { shop: ChosenShop }) {
  const t = useTexts('requests')
  return (
    <AlertBox
      type="success"
      title={t('requests:shop.yours')}
      message={[shop.name, `${shop.address_line1}, ${shop.city}, ${shop.state}`].join(' · ')}
    />
  )
}

/** Shops of some companies cannot be booked here, or only after a call (SVC-072, SVC-073). */
function CompanyWarning({ shop }: { shop: ChosenShop }) {
  const t = useTexts('requests')
  if (shop.scheduling === 'online') return null
  return (
    <AlertBox
      type="notice"
      title={shop.name}
      message={t(shop.scheduling === 'call' ? 'requests:shop.call' : 'requests:shop.notSupported', {
        phone: shop.main_phone_number,
      })}
    />
  )
}
