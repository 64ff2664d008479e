import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orderQuery } from '#src/features/orders/orders/orders.queries.ts'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { searchFromState } from '#src/screens/orders/services/services-view.ts'
import { shellRoute } from './root.ts'

export const servicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/services',
  validateSearch: (search: Record<string, string | undefined>) => search,
  // Moves parameters that another screen passed as navigation state into the URL before the first render.
  beforeLoad: ({ location: { state }, search }) => {
    const next = searchFromState(state, search)
    if (next) throw redirect({ to: '/services', search: next, state, replace: true })
  },
  loader: () =>
    loadNamespaces(
      ...(['services', 'orders', 'intervals', 'schedules', 'history'] as const),
      ...(['vehicles', 'saved-views', 'bulk-actions', 'errors'] as const),
    ),
  component: lazyRouteComponent(
    () => import('#src/screens/orders/services/ServicesScreen.tsx'),
    'ServicesScreen',
  ),
})

export const shopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shops',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('shops', 'requests'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ShopsScreen.tsx'), 'ShopsScreen'),
})

export const shopRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shops/$shopId',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('shop-record', 'shops', 'orders'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ShopScreen.tsx'), 'ShopScreen'),
})

export const newRequestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/service_request/new',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('requests', 'shops', 'services', 'vehicles', 'fault-codes'),
  component: lazyRouteComponent(() => import('#src/screens/orders/NewRequestScreen.tsx'), 'NewRequestScreen'),
})

export const scheduleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/service_request/schedule',
  loader: () => loadNamespaces('requests', 'promotions', 'services', 'vehicles', 'orders'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ScheduleScreen.tsx'), 'ScheduleScreen'),
})

export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$orderId/approvals',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: ({ context, params }) => {
    // Loads the order in parallel with the screen's code: approvers come from an email, with no data on the device.
    const id = Number(params.orderId)
    if (Number.isSafeInteger(id)) void context.queryClient.prefetchQuery(orderQuery(id))
    // The texts of the decision first, then those that render later.
    return loadNamespaces('orders', 'approvals', 'policies', 'fault-codes', 'errors').then(() => {
      void loadNamespaces(
        ...(['order-payments', 'payment-methods', 'promotions', 'proposals'] as const),
        ...(['requests', 'services', 'roles', 'shop-link'] as const),
      )
    })
  },
  component: lazyRouteComponent(() => import('#src/screens/orders/OrderScreen.tsx'), 'OrderScreen'),
})

export const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  loader: () => loadNamespaces('approvals', 'orders'),
  component: lazyRouteComponent(() => import('#src/screens/orders/ApprovalsScreen.tsx'), 'ApprovalsScreen'),
})
