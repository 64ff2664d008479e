import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { requireFmc } from '../guards.ts'
import { fleetsSearch, ordersSearch } from './fmc-search.ts'
import { shellRoute } from './root.ts'
import { TRANSACTIONS_TEXTS, transactionsSearch } from './transactions-search.ts'
import { USERS_TEXTS, usersSearch } from './users-search.ts'

// The management company's area. Other users go to the dashboard (USR-031, FMC-006).
const common = {
  getParentRoute: () => shellRoute,
  beforeLoad: requireFmc,
  loader: () => loadNamespaces('fleet', 'saved-views', 'errors', 'fields'),
}

export const fmcDashboardRoute = createRoute({
  ...common,
  path: '/fmc_dashboard',
  validateSearch: fleetsSearch,
  component: lazyRouteComponent(
    () => import('#src/screens/fmc/FmcDashboardScreen.tsx'),
    'FmcDashboardScreen',
  ),
})

const users = {
  ...common,
  validateSearch: usersSearch,
  loader: () => loadNamespaces(...USERS_TEXTS, 'saved-views'),
}

export const fmcUsersRoute = createRoute({
  ...users,
  path: '/fmc_users',
  component: lazyRouteComponent(() => import('#src/screens/fmc/FmcUsersScreen.tsx'), 'FmcUsersScreen'),
})

export const newFmcUserRoute = createRoute({
  ...users,
  path: '/fmc_users/new',
  component: lazyRouteComponent(() => import('#src/screens/fmc/NewFmcUserScreen.tsx'), 'NewFmcUserScreen'),
})

export const editFmcUserRoute = createRoute({
  ...users,
  path: '/fmc_users/$fleetId/$userId',
  component: lazyRouteComponent(() => import('#src/screens/fmc/EditFmcUserScreen.tsx'), 'EditFmcUserScreen'),
})

export const fmcOrdersRoute = createRoute({
  ...common,
  path: '/fmc_activeorders',
  loader: () => loadNamespaces('fleet', 'fmc-orders', 'orders', 'approvals', 'saved-views', 'errors'),
  validateSearch: ordersSearch,
  component: lazyRouteComponent(() => import('#src/screens/fmc/FmcOrdersScreen.tsx'), 'FmcOrdersScreen'),
})

export const fmcTransactionsRoute = createRoute({
  ...common,
  path: '/fmc_transactions',
  validateSearch: transactionsSearch,
  loader: () => loadNamespaces(...TRANSACTIONS_TEXTS, 'saved-views'),
  component: lazyRouteComponent(
    () => import('#src/screens/fmc/FmcTransactionsScreen.tsx'),
    'FmcTransactionsScreen',
  ),
})

export const transferVehiclesRoute = createRoute({
  ...common,
  path: '/transfer_vehicles',
  loader: () => loadNamespaces('transfers', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/fmc/TransferVehiclesScreen.tsx'),
    'TransferVehiclesScreen',
  ),
})

export const newFleetRoute = createRoute({
  ...common,
  path: '/fleets/new',
  component: lazyRouteComponent(() => import('#src/screens/fmc/NewFleetScreen.tsx'), 'NewFleetScreen'),
})

export const fleetRoute = createRoute({
  ...common,
  path: '/fleets/$fleetId',
  component: lazyRouteComponent(() => import('#src/screens/fmc/FleetScreen.tsx'), 'FleetScreen'),
})
