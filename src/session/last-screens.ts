import type { DeviceSession } from './device-session.ts'

const PREFIX = 'last_screen:'
/** Screens kept per device: those that starts usually lead to. */
const SCREENS_MAX = 4

/** A node of a stored screen: a text, or an element with its attributes and children. */
export type StoredNode = string | [tag: string, attributes: Record<string, string>, children: StoredNode[]]

/** Whose screen it is. */
export interface ScreenUser extends DeviceSession {
  /** Whether the user is of the management company, which decides where `/` leads. */
  isFMC?: boolean
}

/** What the last visit of a URL showed within the window. */
export interface StoredScreen extends ScreenUser {
  /** When it was stored, in epoch ms. */
  at: number
  language: string
  isWide: boolean
  /** Whether it showed rows of a list. */
  hasRows: boolean
  /** The CSS rules that the nodes use. */
  css: string
  /** The CSS rules of the whole page: variables and resets. */
  globalCss: string
  nodes: StoredNode[]
}

/** Returns the stored screen of a URL; null for another user's, and when storage is blocked. */
export function readLastScreen(address: string, user: DeviceSession): StoredScreen | null {
  try {
    const screen: StoredScreen | null = JSON.parse(localStorage.getItem(PREFIX + address) ?? 'null')
    return screen?.userId === user.userId && screen.fleetId === user.fleetId ? screen : null
  } catch {
    return null
  }
}

/** Stores a screen and removes the oldest ones. */
export function writeLastScreen(address: string, screen: StoredScreen): void {
  try {
    localStorage.setItem(PREFIX + address, JSON.stringify(screen))
    const stored = storedKeys().map((key) => ({ key, at: storedAt(key) }))
    for (const { key } of stored.sort((a, b) => b.at - a.at).slice(SCREENS_MAX)) localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: everything else needs its space more.
    dropLastScreens()
  }
}

/** Deletes all stored screens of this device. */
export function dropLastScreens(): void {
  try {
    for (const key of storedKeys()) localStorage.removeItem(key)
  } catch {
    // Blocked storage has nothing to delete.
  }
}

const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))

/** `at` is the first property, so that reading it parses no screen. */
const storedAt = (key: string) => Number(/^\{"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? 0)
