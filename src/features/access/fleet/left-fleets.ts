const keyOf = (userId: number) => `left_fleets:${userId}`

type Names = Record<string, string>

/**
 * Remembers the name of a fleet that the user leaves with waiting entries, because the session no longer contains it.
 */
export function rememberFleetName(userId: number, fleet: { id: number; name: string }): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readFleetNames(userId), [fleet.id]: fleet.name }))
  } catch {
    // Storage is blocked: the note omits the name.
  }
}

export function readFleetNames(userId: number): Names {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return typeof names === 'object' && names !== null ? (names as Names) : {}
  } catch {
    return {}
  }
}
