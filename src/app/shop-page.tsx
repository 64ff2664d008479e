import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrandProvider } from '#src/brand/BrandProvider.tsx'
import { ShopLinkPage } from '#src/features/orders/shop-links/ShopLinkPage.tsx'
import { startI18n } from '#src/i18n/i18n.ts'

/** Renders the shop's page without the app: no session, no router, no local data of the fleet (ruling 15). */
export async function showShopPage(element: HTMLElement, orderId: number): Promise<void> {
  const token = tokenInAddress()
  // A new link to the same order, pasted into this tab, changes the fragment only.
  addEventListener('hashchange', () => tokenInAddress() && location.reload())
  await startI18n(['shop-link', 'services', 'fault-codes', 'errors'])
  createRoot(element).render(
    <StrictMode>
      <BrandProvider>
        <Suspense>
          <ShopLinkPage orderId={orderId} token={token} />
        </Suspense>
      </BrandProvider>
    </StrictMode>,
  )
}

const tokenInAddress = () => (/^#[\w-]{20,100}$/.test(location.hash) ? location.hash.slice(1) : '')
