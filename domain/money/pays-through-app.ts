/**
 * Returns whether the settings of a fleet have the tab Payments (SET-005, SET-006, SET-009). The fuel-card provider is
 * Fleetcor, not WEX (SET-010).
 */
export const paysThroughApp = (fleet: {
  fleet_payment_providers: readonly string[]
  pays_through_platform: boolean
}) => fleet.pays_through_platform && fleet.fleet_payment_providers.some((provider) => provider !== 'Fleetcor')
