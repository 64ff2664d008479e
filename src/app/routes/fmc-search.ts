type Search = Record<string, string | undefined>

/** What the list of fleets keeps in the address; any other name is ignored (FMC-016, FMC-017). */
export const fleetsSearch = ({ q, sort, name, region, rep, active }: Search) => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(name && { name }),
  ...(region && { region }),
  ...(rep && { rep }),
  ...(active && { active }),
})

/** What the active orders of all fleets keep in the address. */
export const ordersSearch = ({ q, fleet, due, sort, page }: Search) => ({
  ...(q && { q }),
  ...(fleet && { fleet }),
  ...(due && { due }),
  ...(sort && { sort }),
  ...(page && { page }),
})
