const storageKey = 'remember_me'

/** Returns whether to remember this device: yes (ACC-069), unless the last sign-in declined it. */
export function readRememberMe(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no'
  } catch {
    return true
  }
}

/** Stores the choice on this device, so that users of a shared device decline only once. */
export function writeRememberMe(rememberMe: boolean): void {
  try {
    if (rememberMe) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'no')
  } catch {
    // Storage is blocked: the default applies each time.
  }
}
