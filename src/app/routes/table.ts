import { privacyPolicyRoute, signInRoute, signOutRoute } from './access.ts'
import { dashboardRoute, fmcDashboardRoute, notFoundRoute } from './home.ts'
import { rootRoute, shellRoute, startRoute } from './root.ts'

/** Every address of the app. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  signOutRoute,
  privacyPolicyRoute,
  shellRoute.addChildren([dashboardRoute, fmcDashboardRoute, notFoundRoute]),
])
