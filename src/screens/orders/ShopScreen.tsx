import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { Shop } from '#contract/catalog/shops.ts'
import { FavoriteButton } from '#src/features/catalog/shops/FavoriteButton.tsx'
import { chosenShop } from '#src/features/orders/requests/request-draft.ts'
import { OrdersAtShop } from '#src/features/orders/shop-record/OrdersAtShop.tsx'
import { PaidPrices } from '#src/features/orders/shop-record/PaidPrices.tsx'
import { ShopFacts } from '#src/features/orders/shop-record/ShopFacts.tsx'
import { shopQuery, shopRecordQuery } from '#src/features/orders/shop-record/shop-record.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { MainAndSide } from '#src/ui/layout/MainAndSide.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackToOrigin } from '#src/ui/link/BackToOrigin.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import type {} from './navigation-state.ts'

/** /shops/:id: a shop, the fleet's orders there, what it paid and how long vehicles stayed. */
export function ShopScreen() {
  const t = useTexts('shop-record', 'shops')
  const shopId = useIdParam('shopId')
  const { searchedFrom } = useLocation().state
  const { orders } = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useQuery(shopQuery(shopId))
  const { data: record } = useQuery(shopRecordQuery(shopId))
  // Offline, a saved shop shows its address and phone.
  const saved = useLocalRows(['favorites'], (cache) => cache.favoriteShops)
  const shop = query.data ?? saved?.find(({ id }) => id === shopId)
  const list = useListFailure(query)
  const isMissing = list.failure?.code === 'not_found'
  return (
    <Page
      title={shop?.name ?? t('shops:title')}
      subtitle={shop && `${shop.city}, ${shop.state}`}
      back={
        <BackToOrigin to="/shops" origin={t('common:action.back')}>
          {t('shops:title')}
        </BackToOrigin>
      }
      menu={shop && <FavoriteButton key={String(shop.is_favorite_shop)} shop={shop} />}
      actions={shop && <Book shop={shop} />}
    >
      {shop ? (
        <MainAndSide>
          <Stack sx={{ gap: 2, order: { xs: 1, lg: 0 } }}>
            <OrdersAtShop
              shopId={shopId}
              record={record}
              tab={orders}
              onTab={(next) =>
                void navigate({ to: '.', search: { orders: next }, replace: true, resetScroll: false })
              }
            />
            {record && <PaidPrices record={record} />}
          </Stack>
          <ShopFacts shop={shop} detail={query.data} record={record} from={searchedFrom} />
        </MainAndSide>
      ) : (
        <ListStates
          {...list}
          failure={isMissing ? undefined : list.failure}
          total={isMissing ? 0 : undefined}
          rowHeight={72}
          empty={
            <EmptyState title={t('shop-record:missing.title')} message={t('shop-record:missing.message')} />
          }
        >
          {null}
        </ListStates>
      )}
    </Page>
  )
}

/** The one main action, as on the cards of the shop list (SHP-004). */
function Book({ shop }: { shop: Shop }) {
  const t = useTexts('shops')
  const canBook = useSessionCan('orders.request')
  if (!canBook) return null
  if (shop.scheduling === 'not_supported')
    return (
      <ActionButton variant="contained" disabledReason={t('shops:scheduling.not_supported')}>
        {t('shops:schedule')}
      </ActionButton>
    )
  return (
    <LinkButton variant="contained" to="/service_request/new" state={{ request: { shop: chosenShop(shop) } }}>
      {t('shops:schedule')}
    </LinkButton>
  )
}
