const storageKey = 'session'
const pendingKey = 'sign_out_pending'

/** Whose data this device shows when it opens: no secret, the session itself is a cookie that scripts cannot read. */
export interface DeviceSession {
  userId: number
  fleetId: number
}

/** Who was signed in on this device when it was last open. */
export function readDeviceSession(): DeviceSession | undefined {
  try {
    const { userId, fleetId } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return Number.isInteger(userId) && Number.isInteger(fleetId) ? { userId, fleetId } : undefined
  } catch {
    return undefined
  }
}

/** Remembers who is signed in, for the next start without signal; undefined forgets. Other tabs hear of it. */
export function writeDeviceSession(session: DeviceSession | undefined): void {
  try {
    if (session) localStorage.setItem(storageKey, JSON.stringify(session))
    else localStorage.removeItem(storageKey)
  } catch {
    // Blocked storage: the app then needs the server at each start.
  }
}

/** Calls `listener` when another tab signs in, out, or in as someone else. */
export function watchDeviceSession(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey && event.newValue !== event.oldValue) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** Whether a sign-out without signal still has to reach the server. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(pendingKey) !== null
  } catch {
    return false
  }
}

/** Notes that the server has not heard of a sign-out yet, or that it has. */
export function setSignOutPending(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(pendingKey, '1')
    else localStorage.removeItem(pendingKey)
  } catch {
    // As above.
  }
}

/** Whether the plain cookies say that this browser holds a session (ACC-070): then it is worth asking the server. */
export function hasSessionCookie(cookies: string = document.cookie): boolean {
  return /(^|;\s*)current_(fleet|account)_id=[^;]/.test(cookies)
}

/** Whether the plain cookies name somebody else than the device remembers: a sign-in that this app was not part of. */
export function isDifferentUser(
  user: { email?: string | null; fleet_id: number },
  cookies: string = document.cookie,
): boolean {
  const email = rememberedEmail(cookies)
  const [, fleetId] = /(?:^|;\s*)current_fleet_id=(\d+)/.exec(cookies) ?? []
  if (fleetId && Number(fleetId) !== user.fleet_id) return true
  return Boolean(email && user.email && fleetId) && email.toLowerCase() !== user.email?.toLowerCase()
}

/** Whether it is plain that nobody is signed in: then the sign-in screen need not wait for anything. */
export function isSignedOut(): boolean {
  return !readDeviceSession() && (isSignOutPending() || !hasSessionCookie())
}

/** Address of who signed in last on this browser, to fill the sign-in form with. */
export function rememberedEmail(cookies: string = document.cookie): string {
  const [, value = ''] = /(?:^|;\s*)current_user_email=([^;]*)/.exec(cookies) ?? []
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
