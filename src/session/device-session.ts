const storageKey = 'session'
const pendingKey = 'sign_out_pending'
const removalKey = 'removal_pending'
/** Key in sessionStorage of the mode of this tab. */
export const modeKey = 'mode'

/** Which user's data this device shows at startup. Not a secret: the session itself is an HttpOnly cookie. */
export interface DeviceSession {
  userId: number
  fleetId: number
}

/** Returns who was signed in on this device last. */
export const readDeviceSession = (): DeviceSession | undefined => readSession(storageKey)

function readSession(key: string): DeviceSession | undefined {
  try {
    return parseSession(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/** Returns the stored session; undefined if there is none or it is malformed. Never throws. */
function parseSession(text: string | null): DeviceSession | undefined {
  try {
    const { userId, fleetId } = Object(JSON.parse(text ?? '{}'))
    return Number.isInteger(userId) && Number.isInteger(fleetId) ? { userId, fleetId } : undefined
  } catch {
    return undefined
  }
}

/** Stores who is signed in, for the next offline start; undefined clears it. Other tabs are notified. */
export const writeDeviceSession = (session: DeviceSession | undefined): void =>
  writeSession(storageKey, session)

function writeSession(key: string, session: DeviceSession | undefined): void {
  try {
    if (session) localStorage.setItem(key, JSON.stringify(session))
    else localStorage.removeItem(key)
  } catch {
    // Blocked storage: each start needs the server.
  }
}

/** Calls `listener` when another tab signs in, out, in as someone else, or switches to another fleet. */
export function watchDeviceSession(listener: (change: SessionChange) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey && event.newValue !== event.oldValue) listener(event)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** The stored sessions before and after. */
type SessionChange = Pick<StorageEvent, 'oldValue' | 'newValue'>

/** The pages of one record, which only its fleet has. */
export const RECORD_PAGE =
  /^\/((vehicles|orders|maintenance_schedule_details)\/\d+|maintenance_history\/(?!new(\/|$))[^/]+)(\/|$)/

/**
 * Returns the URL at which a tab restarts after another tab changed the session. If the same user switched to another
 * fleet, the URL of a record names the record's fleet, as the links of emails do, so that the tab offers to switch back
 * instead of reporting that the record does not exist.
 */
export function urlAfter({ oldValue, newValue }: SessionChange, url: string): string {
  const [before, after] = [parseSession(oldValue), parseSession(newValue)]
  const next = new URL(url)
  const isSwitch = before && after && before.userId === after.userId && before.fleetId !== after.fleetId
  if (isSwitch && RECORD_PAGE.test(next.pathname) && !next.searchParams.has('fleet'))
    next.searchParams.set('fleet', String(before.fleetId))
  return next.href
}

/** Checks whether an offline sign-out still has to reach the server. */
export const isSignOutPending = (): boolean => readPendingSignOut() !== null

/** Returns the text stored with a pending sign-out; null: none is pending. */
export function readPendingSignOut(): string | null {
  try {
    return localStorage.getItem(pendingKey)
  } catch {
    return null
  }
}

/** Stores a text with a pending sign-out, for its repetitions. Has no effect if a sign-in has replaced it. */
export function addToPendingSignOut(text: string): void {
  try {
    if (isSignOutPending()) localStorage.setItem(pendingKey, text)
  } catch {
    // Full or blocked storage: the text is lost.
  }
}

let signOut = new AbortController()

/**
 * Stores whether a sign-out still has to reach the server.
 * @returns the signal of its request, which the next call aborts: otherwise a late response would end the next session
 */
export function setSignOutPending(pending: boolean): AbortSignal {
  signOut.abort()
  signOut = new AbortController()
  try {
    if (pending) localStorage.setItem(pendingKey, readPendingSignOut() ?? '1')
    else localStorage.removeItem(pendingKey)
  } catch {
    // Full or blocked storage: the sign-out is not repeated after a restart.
  }
  return signOut.signal
}

/** Stores whose data is being removed from this device; undefined: nothing is left to remove. */
export const writeRemoval = (user: DeviceSession | undefined): void => writeSession(removalKey, user)

/**
 * Returns the user whose sign-out is not complete on this device, because the app was closed during it or a database
 * could not be cleared.
 */
export function readRemoval(): DeviceSession | undefined {
  return readSession(removalKey) ?? (isSignOutPending() ? readDeviceSession() : undefined)
}

/** Checks whether readable cookies indicate a session (ACC-070), so that a request to the server is worthwhile. */
export function hasSessionCookie(cookies: string = document.cookie): boolean {
  return /(^|;\s*)current_(fleet|account)_id=[^;]/.test(cookies)
}

/** Checks whether readable cookies name a different user than this device: a sign-in outside this app. */
export function isDifferentUser(
  user: { id: number; email?: string | null; fleet_id: number },
  cookies: string = document.cookie,
): boolean {
  const email = rememberedEmail(cookies)
  const [, fleetId] = /(?:^|;\s*)current_fleet_id=(\d+)/.exec(cookies) ?? []
  if (fleetId && Number(fleetId) !== user.fleet_id) return true
  // The address may have been changed on another device.
  const [, userId] = /(?:^|;\s*)current_account_id=(\d+)/.exec(cookies) ?? []
  if (userId) return Number(userId) !== user.id
  return Boolean(email && user.email && fleetId) && email.toLowerCase() !== user.email?.toLowerCase()
}

/** Checks whether certainly no user is signed in, so that the sign-in screen can show at once. */
export function isSignedOut(): boolean {
  return !readDeviceSession() && !readRemoval() && (isSignOutPending() || !hasSessionCookie())
}

/** Returns the email address of the last sign-in on this browser, to fill in the sign-in form. */
export function rememberedEmail(cookies: string = document.cookie): string {
  const [, value = ''] = /(?:^|;\s*)current_user_email=([^;]*)/.exec(cookies) ?? []
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/**
 * Returns the dashboard that `/` redirects to. A new tab has no mode yet: FMC users start in FMC mode (FMC-002,
 * FMC-006).
 */
export function dashboardOf(user: { isFMC: boolean }): '/fmc_dashboard' | '/dashboard' {
  return user.isFMC && sessionStorage.getItem(modeKey) !== 'fleet' ? '/fmc_dashboard' : '/dashboard'
}
