const MOST = 5
const PREFIX = 'recents:'

/** A user's recent choices, which pickers list first. Ids only, newest first; one list per kind. */
interface RecentsOf {
  fleetId: number
  userId: number
  kind: 'vehicle' | 'service' | 'shop' | 'openedVehicle' | 'cardVehicle'
}

const nameOf = ({ fleetId, userId, kind }: RecentsOf) => `${PREFIX}${fleetId}:${userId}:${kind}`

export function readRecents(of: RecentsOf): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(of)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Moves ids to the front, the first one foremost. */
export function addRecents(of: RecentsOf, ids: readonly number[]): void {
  try {
    const all = [...new Set([...ids, ...readRecents(of)])].slice(0, MOST)
    localStorage.setItem(nameOf(of), JSON.stringify(all))
  } catch {
    // Blocked storage: pickers have no recent choices.
  }
}
