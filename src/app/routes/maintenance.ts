import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { shellRoute } from './root.ts'

const getParentRoute = () => shellRoute
type Search = Record<string, string | undefined>

export const newHistoryRoute = createRoute({
  getParentRoute,
  path: '/maintenance_history/new',
  validateSearch: (search: Search) => search,
  loader: () => loadNamespaces('history', 'vehicles', 'services', 'shops', 'odometer'),
  component: lazyRouteComponent(
    () => import('#src/screens/maintenance/NewHistoryScreen.tsx'),
    'NewHistoryScreen',
  ),
})

export const editHistoryRoute = createRoute({
  getParentRoute,
  path: '/maintenance_history/$historyId',
  loader: () => loadNamespaces('history', 'vehicles', 'services', 'shops', 'odometer'),
  component: lazyRouteComponent(
    () => import('#src/screens/maintenance/EditHistoryScreen.tsx'),
    'EditHistoryScreen',
  ),
})

export const schedulesRoute = createRoute({
  getParentRoute,
  path: '/schedule_templates',
  loader: () => loadNamespaces('templates', 'schedules', 'services', 'errors', 'fields'),
  component: lazyRouteComponent(
    () => import('#src/screens/maintenance/SchedulesScreen.tsx'),
    'SchedulesScreen',
  ),
})

export const scheduleDetailsRoute = createRoute({
  getParentRoute,
  path: '/maintenance_schedule_details/$vehicleId',
  validateSearch: (search: Search) => search,
  loader: () =>
    loadNamespaces('schedules', 'intervals', 'services', 'vehicles', 'odometer', 'errors', 'fields'),
  component: lazyRouteComponent(
    () => import('#src/screens/maintenance/ScheduleDetailsScreen.tsx'),
    'ScheduleDetailsScreen',
  ),
})
