import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { viewState } from '#domain/home/saved-view-rules.ts'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { shellRoute } from './root.ts'

const getParentRoute = () => shellRoute

export const dashboardRoute = createRoute({
  getParentRoute,
  path: '/dashboard',
  loader: () => loadNamespaces('dashboard'),
  component: lazyRouteComponent(() => import('#src/screens/home/DashboardScreen.tsx'), 'DashboardScreen'),
})

export const activeMaintenancesRoute = createRoute({
  getParentRoute,
  path: '/active_maintenances',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('maintenances', 'orders', 'vehicles', 'saved-views', 'bulk-actions', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/home/ActiveMaintenancesScreen.tsx'),
    'ActiveMaintenancesScreen',
  ),
})

export const upcomingMaintenancesRoute = createRoute({
  getParentRoute,
  path: '/upcoming_maintenances',
  validateSearch: (search: Record<string, string | undefined>): Record<string, string | undefined> => ({
    ...viewState('due', search),
    ...(search.view && { view: search.view }),
    ...(search.fleet && { fleet: search.fleet }),
  }),
  loader: () =>
    loadNamespaces('maintenances', 'dashboard', 'vehicles', 'saved-views', 'bulk-actions', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/home/UpcomingMaintenancesScreen.tsx'),
    'UpcomingMaintenancesScreen',
  ),
})

export const reportsRoute = createRoute({
  getParentRoute,
  path: '/reports',
  validateSearch: (search: Record<string, string | undefined>) => search,
  loader: () => loadNamespaces('fleet-reports', 'errors'),
  component: lazyRouteComponent(() => import('#src/screens/home/ReportsScreen.tsx'), 'ReportsScreen'),
})

export const unsentWorkRoute = createRoute({
  getParentRoute,
  path: '/unsent_work',
  loader: () => loadNamespaces('unsent'),
  component: lazyRouteComponent(() => import('#src/screens/home/UnsentWorkScreen.tsx'), 'UnsentWorkScreen'),
})

export const helpRoute = createRoute({
  getParentRoute,
  path: '/help',
  validateSearch: (search: { topic?: string }) => search,
  loader: () => loadNamespaces('help'),
  component: lazyRouteComponent(() => import('#src/screens/home/HelpScreen.tsx'), 'HelpScreen'),
})

/** Behind the guard too, so that signed-out visitors cannot probe which URLs exist. */
export const notFoundRoute = createRoute({
  getParentRoute,
  path: '$',
  component: lazyRouteComponent(() => import('#src/screens/home/NotFoundScreen.tsx'), 'NotFoundScreen'),
})
