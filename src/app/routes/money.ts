import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { shellRoute } from './root.ts'

export const fleetTransactionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fleet_transactions',
  loader: () => loadNamespaces('transactions', 'vehicles'),
  component: lazyRouteComponent(
    () => import('#src/screens/money/FleetTransactionsScreen.tsx'),
    'FleetTransactionsScreen',
  ),
})
