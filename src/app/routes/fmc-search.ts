type Search = Record<string, string | undefined>

/** URL parameters of the fleet list; unknown names are ignored (FMC-016, FMC-017). */
export const fleetsSearch = ({ q, sort, name, region, rep, active }: Search) => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(name && { name }),
  ...(region && { region }),
  ...(rep && { rep }),
  ...(active && { active }),
})

/** URL parameters of the active orders of all fleets. */
export const ordersSearch = ({ q, fleet, due, sort, page }: Search) => ({
  ...(q && { q }),
  ...(fleet && { fleet }),
  ...(due && { due }),
  ...(sort && { sort }),
  ...(page && { page }),
})
