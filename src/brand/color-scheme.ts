/** Attribute of `<html>` that says which scheme is on; set before the first paint by `applyColourScheme`. */
export const schemeAttribute = 'data-scheme'
/** Where the user's choice of light, dark or system is kept on this device. */
export const schemeStorageKey = 'colour_scheme'

/** Sets the scheme on `<html>` before React starts, so that a dark phone never flashes white. */
export function applyColorScheme(): void {
  const chosen = storedMode()
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute(schemeAttribute, dark ? 'dark' : 'light')
}

function storedMode(): string | null {
  try {
    return localStorage.getItem(schemeStorageKey)
  } catch {
    return null
  }
}
