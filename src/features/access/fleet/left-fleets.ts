const keyOf = (userId: number) => `left_fleets:${userId}`

type Names = Record<string, string>

/** What a fleet is called in which a user leaves entries that wait: the session no longer knows it then. */
export function rememberFleetName(userId: number, fleet: { id: number; name: string }): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readFleetNames(userId), [fleet.id]: fleet.name }))
  } catch {
    // Blocked storage: the note then goes without the name.
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
