import type { DeviceSession } from './device-session.ts'

const key = ({ userId, fleetId }: DeviceSession) => `first_rows:${fleetId}:${userId}`

/** What a user's vehicle list began with: ids with what was shown beside each. */
export interface StoredRows<Shown> {
  rows: Shown[]
  /** Number of rows of the whole list. */
  total: number
}

/** Returns what the list began with; null if nothing is stored or storage is blocked. */
export function readFirstRows<Shown>(user: DeviceSession): StoredRows<Shown> | null {
  try {
    return JSON.parse(localStorage.getItem(key(user)) ?? 'null')
  } catch {
    return null
  }
}

export function writeFirstRows<Shown>(user: DeviceSession, rows: StoredRows<Shown>): void {
  try {
    localStorage.setItem(key(user), JSON.stringify(rows))
  } catch {
    // Storage is full or blocked: the next start waits for all rows.
  }
}

/** Deletes what the list began with. */
export function dropFirstRows(user: DeviceSession): void {
  try {
    localStorage.removeItem(key(user))
  } catch {
    // Blocked storage has nothing to delete.
  }
}
