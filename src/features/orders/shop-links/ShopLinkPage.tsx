import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { FormatProvider } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { appName } from '#src/lib/app-name.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FailureBoundary } from '#src/ui/feedback/FailureBoundary.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { ShopOrderView } from './order/ShopOrderView.tsx'
import { UnlockForm } from './UnlockForm.tsx'
import { useShopQueue } from './useShopQueue.ts'

// Loaded after the page: its dependencies are a sixth of the page's size.
const LanguageToggle = lazyComponent(() =>
  import('#src/features/access/account/LanguageToggle.tsx').then((m) => m.LanguageToggle),
)

interface ShopLinkPageProps {
  orderId: number
  /** From the URL, until it has been used. */
  token: string
}

/** The shop's page for one order (ruling 15). */
export function ShopLinkPage(props: ShopLinkPageProps) {
  return (
    <Frame>
      <FailureBoundary fallback={(error) => <PageFailed error={error} />}>
        <ShopLink {...props} />
      </FailureBoundary>
    </Frame>
  )
}

function PageFailed({ error }: { error: unknown }) {
  const t = useTexts('shop-link')
  if (error instanceof StorageBlocked)
    return <EmptyState isPage title={t('shop-link:blocked.title')} message={t('shop-link:blocked.message')} />
  return (
    <EmptyState
      isPage
      title={t('common:errorPanel.title')}
      message={t('common:errorPanel.message')}
      action={
        <Button variant="outlined" sx={{ minHeight: 48 }} onClick={() => location.reload()}>
          {t('common:action.retry')}
        </Button>
      }
    />
  )
}

function ShopLink({ orderId, token: initialToken }: ShopLinkPageProps) {
  const t = useTexts('shop-link')
  const [token, setToken] = useState(initialToken)
  const { queue, state, refresh } = useShopQueue(orderId)
  // A browser may clear its storage while the page is open: the form with the typed text stays.
  const [lastOrder, setLastOrder] = useState<ShopOrder | null>(null)
  const order = state?.order ?? lastOrder
  if (order !== lastOrder) setLastOrder(order)
  const blockedBy = state?.blockedBy ?? null

  if (!queue || !state) return <SkeletonList rows={6} />
  // A link that was never opened here, or a new link after an earlier one has ended.
  if (token && (blockedBy !== null || !order))
    return (
      <UnlockForm
        orderId={orderId}
        token={token}
        onOpened={async (opened) => {
          setToken('')
          await queue.storeOrder(async () => opened)
          await refresh()
        }}
      />
    )
  if (blockedBy === 'shop_link_revoked' || blockedBy === 'shop_link_expired')
    return <EndedLink reason={blockedBy} waiting={state.ops.filter(({ refused }) => !refused).length} />
  if (blockedBy !== null)
    return <EmptyState isPage title={t('shop-link:closed.title')} message={t('shop-link:closed.message')} />
  if (!order) return <SkeletonList rows={6} />
  return (
    <FormatProvider country={order.country} timeZone={order.time_zone}>
      <ShopOrderView queue={queue} order={order} ops={state.ops} services={state.services} />
    </FormatProvider>
  )
}

interface EndedLinkProps {
  reason: 'shop_link_revoked' | 'shop_link_expired'
  /** Entries and files on this device that the fleet does not have. */
  waiting: number
}

function EndedLink({ reason, waiting }: EndedLinkProps) {
  const t = useTexts('shop-link')
  return (
    <>
      <EmptyState isPage title={t('shop-link:ended.title')} message={t(`shop-link:problem.${reason}`)} />
      {waiting > 0 && (
        <AlertBox
          type="notice"
          title={t('shop-link:waiting.title')}
          message={t('shop-link:ended.waiting', { count: waiting })}
        />
      )}
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTexts('shop-link')
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <title>{`${t('shop-link:title')} · ${appName()}`}</title>
      <Box component="header" sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}>
        <Stack
          direction="row"
          sx={{ maxWidth: 720, mx: 'auto', px: 2, minHeight: 64, alignItems: 'center', gap: 2 }}
        >
          <BrandLogo />
          <Box sx={{ ml: 'auto' }}>
            <LanguageToggle />
          </Box>
        </Stack>
      </Box>
      <Stack component="main" sx={{ maxWidth: 720, mx: 'auto', px: 2, py: 3, gap: 2 }}>
        {children}
      </Stack>
    </Box>
  )
}
