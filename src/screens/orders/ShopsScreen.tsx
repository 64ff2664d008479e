import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { Shop } from '#contract/catalog/shops.ts'
import { FavoriteShops } from '#src/features/catalog/shops/FavoriteShops.tsx'
import { ShopSearch } from '#src/features/catalog/shops/ShopSearch.tsx'
import { chosenShop } from '#src/features/orders/requests/request-draft.ts'
import { useStoredRequest } from '#src/features/orders/requests/useStoredRequest.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import type {} from './navigation-state.ts'

const TABS = ['search', 'saved'] as const

/** /shops: shop search and favorites (SHP-001). */
export function ShopsScreen() {
  const t = useTexts('shops')
  const navigate = useNavigate()
  const { tab: wanted, zip, name } = useSearch({ strict: false })
  const tab = TABS.find((known) => known === wanted) ?? 'search'
  // The current request, if any: its vehicle limits the shops, its services determine the prices (SHP-008).
  const request = useStoredRequest()
  const actions = (shop: Shop) => <ShopActions shop={shop} />
  const show = (part: { tab?: string; zip?: string; name?: string }) =>
    void navigate({
      to: '/shops',
      search: (before) => ({
        ...before,
        ...part,
        ...(part.zip === '' && { zip: undefined }),
        ...(part.name === '' && { name: undefined }),
      }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={t('shops:title')}>
      <Tabs
        value={tab}
        aria-label={t('shops:tab.label')}
        onChange={(_, next: string) => show({ tab: next })}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {TABS.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            label={t(`shops:tab.${tab}`)}
            id={`shops-${tab}`}
            aria-controls="shops-panel"
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="shops-panel" aria-labelledby={`shops-${tab}`}>
        {tab === 'search' ? (
          <ShopSearch
            // The URL parser turns digits into a number.
            zip={String(zip ?? '')}
            name={String(name ?? '')}
            onSearch={show}
            vehicleId={request?.vehicle_id ?? null}
            services={request?.services ?? []}
            level="h2"
            actions={actions}
          />
        ) : (
          <FavoriteShops level="h2" actions={actions} />
        )}
      </div>
    </Page>
  )
}

/** Both links preserve form data: a request's in its draft, a history's in the navigation state (SHP-003, SHP-004). */
function ShopActions({ shop }: { shop: Shop }) {
  const t = useTexts('shops')
  const { vehicle_id } = useLocation().state
  return (
    <>
      {shop.scheduling === 'not_supported' ? (
        <ActionButton variant="contained" disabledReason={t('shops:scheduling.not_supported')}>
          {t('shops:schedule')}
        </ActionButton>
      ) : (
        <LinkButton
          variant="contained"
          to="/service_request/new"
          state={{ request: { shop: chosenShop(shop) } }}
        >
          {t('shops:schedule')}
        </LinkButton>
      )}
      <LinkButton
        variant="outlined"
        to="/maintenance_history/new"
        state={{
          shop: { id: shop.id, name: shop.name, place: { city: shop.city, state: shop.state } },
          ...(vehicle_id !== undefined && { vehicle_id }),
        }}
      >
        {t('shops:addHistory')}
      </LinkButton>
    </>
  )
}
