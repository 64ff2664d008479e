const nameOf = (userId: number) => `single_keys:${userId}`

/** Whether shortcuts of a single key work for a user on this device (WCAG 2.1.4). */
export function hasSingleKeys(userId: number): boolean {
  try {
    return localStorage.getItem(nameOf(userId)) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(userId: number, isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(nameOf(userId))
    else localStorage.setItem(nameOf(userId), 'off')
  } catch {
    // Blocked storage: they stay on.
  }
}
