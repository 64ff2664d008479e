import {
  accountRoute,
  forgotPasswordRoute,
  privacyPolicyRoute,
  resetPasswordRoute,
  shellSignUpRoute,
  signInRoute,
  signOutRoute,
  signUpRoute,
  userPreferencesRoute,
} from './access.ts'
import { dashboardRoute, fmcDashboardRoute, notFoundRoute, unsentWorkRoute } from './home.ts'
import { editHistoryRoute, newHistoryRoute } from './maintenance.ts'
import { servicesRoute } from './orders.ts'
import { rootRoute, shellRoute, startRoute } from './root.ts'
import { vehicleHistoryRoute, vehicleRoute, vehiclesRoute } from './vehicles.ts'

/** Every address of the app. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  signOutRoute,
  signUpRoute,
  shellSignUpRoute,
  privacyPolicyRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  shellRoute.addChildren([
    dashboardRoute,
    fmcDashboardRoute,
    vehiclesRoute,
    vehicleRoute,
    vehicleHistoryRoute,
    newHistoryRoute,
    editHistoryRoute,
    servicesRoute,
    unsentWorkRoute,
    accountRoute,
    userPreferencesRoute,
    notFoundRoute,
  ]),
])
