import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { shellRoute } from './root.ts'
import { TRANSACTIONS_TEXTS, transactionsSearch } from './transactions-search.ts'

export const fleetTransactionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fleet_transactions',
  validateSearch: transactionsSearch,
  loader: () => loadNamespaces(...TRANSACTIONS_TEXTS, 'saved-views'),
  component: lazyRouteComponent(
    () => import('#src/screens/money/FleetTransactionsScreen.tsx'),
    'FleetTransactionsScreen',
  ),
})

const PAYMENT_TEXTS = ['payment-methods', 'card', 'form', 'fields', 'errors'] as const

export const newPaymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/new',
  loader: () => loadNamespaces(...PAYMENT_TEXTS),
  component: lazyRouteComponent(() => import('#src/screens/money/NewPaymentScreen.tsx'), 'NewPaymentScreen'),
})

export const editPaymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/$methodId/edit',
  loader: () => loadNamespaces(...PAYMENT_TEXTS),
  component: lazyRouteComponent(
    () => import('#src/screens/money/EditPaymentScreen.tsx'),
    'EditPaymentScreen',
  ),
})
