import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { readAhead } from '#src/local-data/rows/read-ahead.ts'
import { requireFeature } from '../guards.ts'
import { shellRoute } from './root.ts'

const getParentRoute = () => shellRoute
type Search = Record<string, string | undefined>

const LIST_TEXTS = [
  ...(['vehicles', 'glovebox', 'vehicle-form', 'recalls'] as const),
  ...(['bulk-upload', 'bulk-actions', 'deleted-vehicles', 'saved-views', 'errors'] as const),
] as const

export const vehiclesRoute = createRoute({
  getParentRoute,
  path: '/vehicles',
  validateSearch: (search: Search) => search,
  loader({ context }) {
    readAhead(context, ['vehicles'], (cache) => cache.vehicles)
    return loadNamespaces(...LIST_TEXTS)
  },
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/list/VehiclesScreen.tsx'),
    'VehiclesScreen',
  ),
})

export const deletedVehiclesRoute = createRoute({
  getParentRoute,
  path: '/vehicles/deleted',
  loader: () => loadNamespaces('deleted-vehicles', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/DeletedVehiclesScreen.tsx'),
    'DeletedVehiclesScreen',
  ),
})

export const newVehicleRoute = createRoute({
  getParentRoute,
  path: '/vehicles/new',
  // VEH-011: in the enrollment variant, vehicles are added with the card.
  beforeLoad: requireFeature('addVehicles', '/vehicles'),
  validateSearch: (search: Search) => search,
  loader: () => loadNamespaces(...LIST_TEXTS, 'fields'),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/NewVehicleScreen.tsx'),
    'NewVehicleScreen',
  ),
})

export const editVehicleRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId/edit',
  validateSearch: (search: Search) => search,
  loader: () =>
    loadNamespaces(
      ...(['vehicles', 'intervals', 'glovebox', 'telematics', 'fault-codes', 'odometer'] as const),
      ...(['vehicle-form', 'recalls', 'errors', 'fields'] as const),
    ),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/EditVehicleScreen.tsx'),
    'EditVehicleScreen',
  ),
})

export const vehicleRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId',
  validateSearch: (search: Search) => search,
  loader: () =>
    loadNamespaces(
      ...(['vehicles', 'intervals', 'glovebox', 'telematics', 'fault-codes', 'odometer'] as const),
      ...(['vehicle-form', 'recalls'] as const),
    ),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/vehicle/VehicleScreen.tsx'),
    'VehicleScreen',
  ),
})

export const recallsRoute = createRoute({
  getParentRoute,
  path: '/recalls',
  validateSearch: ({ vehicle }: Search) => ({ ...(vehicle && { vehicle: String(vehicle) }) }),
  loader: () => loadNamespaces('recalls', 'vehicles'),
  component: lazyRouteComponent(() => import('#src/screens/vehicles/RecallsScreen.tsx'), 'RecallsScreen'),
})

export const vehicleHistoryRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId/history',
  validateSearch: (search: Search) => search,
  loader: () => loadNamespaces('vehicles', 'history', 'vehicle-form', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/vehicle/VehicleHistoryScreen.tsx'),
    'VehicleHistoryScreen',
  ),
})

export const vehicleScheduleRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId/schedule',
  validateSearch: (search: Search) => search,
  loader: () =>
    loadNamespaces(
      ...(['vehicles', 'intervals', 'schedules', 'templates', 'services'] as const),
      ...(['vehicle-form', 'errors', 'fields'] as const),
    ),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/vehicle/VehicleScheduleScreen.tsx'),
    'VehicleScheduleScreen',
  ),
})

export const vehicleNextRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId/next',
  validateSearch: (search: Search) => search,
  loader: () => loadNamespaces('vehicles', 'intervals', 'vehicle-form'),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/vehicle/VehicleNextScreen.tsx'),
    'VehicleNextScreen',
  ),
})

export const vehiclePoliciesRoute = createRoute({
  getParentRoute,
  path: '/vehicles/$vehicleId/policies',
  validateSearch: (search: Search) => search,
  loader: () => loadNamespaces('vehicles', 'policies', 'services', 'vehicle-form', 'errors', 'fields'),
  component: lazyRouteComponent(
    () => import('#src/screens/vehicles/vehicle/VehiclePoliciesScreen.tsx'),
    'VehiclePoliciesScreen',
  ),
})
