/** Fuel-card accounts: a complete one, one with a single fleet, and a closed one. */
export const ACCOUNTS = [
  { id: 1, name: 'Redrock Group', is_active: true, enrolled: true },
  { id: 2, name: 'Juniper Holdings', is_active: true, enrolled: true },
  { id: 3, name: 'Redrock Rentals', is_active: false, enrolled: false },
] as const
