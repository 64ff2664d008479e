const storageKey = 'remember_me'

/** Whether this device is to be remembered: yes (ACC-069), unless the last sign-in on it said no. */
export function readRememberMe(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no'
  } catch {
    return true
  }
}

/** Keeps the choice on this device: who shares it says so once. */
export function writeRememberMe(rememberMe: boolean): void {
  try {
    if (rememberMe) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'no')
  } catch {
    // Blocked storage: asked anew each time.
  }
}
