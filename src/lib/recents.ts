const RECENTS_MAX = 5
const PREFIX = 'recents:'

/** A user's recent choices, which pickers list first. Ids only, newest first; one list per kind. */
interface RecentsList {
  fleetId: number
  userId: number
  kind: 'vehicle' | 'service' | 'shop' | 'openedVehicle' | 'cardVehicle'
}

const storageKeyOf = ({ fleetId, userId, kind }: RecentsList) => `${PREFIX}${fleetId}:${userId}:${kind}`

export function readRecents(list: RecentsList): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeyOf(list)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)).slice(0, RECENTS_MAX) : []
  } catch {
    return []
  }
}

/** Moves ids to the front of the list, in the given order. */
export function addRecents(list: RecentsList, ids: readonly number[]): void {
  try {
    const all = [...new Set([...ids, ...readRecents(list)])].slice(0, RECENTS_MAX)
    localStorage.setItem(storageKeyOf(list), JSON.stringify(all))
  } catch {
    // Blocked storage: pickers have no recent choices.
  }
}
