import {
  accountRoute,
  forgotPasswordRoute,
  membershipCardRoute,
  privacyPolicyRoute,
  resetPasswordRoute,
  rolesRoute,
  settingsRoute,
  shellSignUpRoute,
  signInRoute,
  signOutRoute,
  signUpRoute,
  userPreferencesRoute,
} from './access.ts'
import {
  fleetRoute,
  fmcDashboardRoute,
  fmcOrdersRoute,
  fmcTransactionsRoute,
  fmcUsersRoute,
  newFleetRoute,
  transferVehiclesRoute,
} from './fmc.ts'
import { dashboardRoute, notFoundRoute, unsentWorkRoute } from './home.ts'
import { editHistoryRoute, newHistoryRoute, scheduleDetailsRoute, schedulesRoute } from './maintenance.ts'
import { fleetTransactionsRoute } from './money.ts'
import { newRequestRoute, orderRoute, scheduleRoute, servicesRoute, shopsRoute } from './orders.ts'
import { rootRoute, shellRoute, startRoute } from './root.ts'
import {
  editVehicleRoute,
  newVehicleRoute,
  vehicleHistoryRoute,
  vehicleNextRoute,
  vehicleRoute,
  vehicleScheduleRoute,
  vehiclesRoute,
} from './vehicles.ts'

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
    fmcUsersRoute,
    fmcOrdersRoute,
    fmcTransactionsRoute,
    transferVehiclesRoute,
    newFleetRoute,
    fleetRoute,
    vehiclesRoute,
    newVehicleRoute,
    editVehicleRoute,
    vehicleRoute,
    vehicleHistoryRoute,
    vehicleScheduleRoute,
    vehicleNextRoute,
    scheduleDetailsRoute,
    schedulesRoute,
    newHistoryRoute,
    editHistoryRoute,
    servicesRoute,
    shopsRoute,
    newRequestRoute,
    scheduleRoute,
    orderRoute,
    fleetTransactionsRoute,
    settingsRoute,
    membershipCardRoute,
    rolesRoute,
    unsentWorkRoute,
    accountRoute,
    userPreferencesRoute,
    notFoundRoute,
  ]),
])
