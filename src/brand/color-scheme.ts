/** Attribute of `<html>` for the current color scheme. `applyColorScheme` sets it before the first paint. */
export const schemeAttribute = 'data-scheme'
/** localStorage key of the user's choice: light, dark or system. */
export const schemeStorageKey = 'colour_scheme'

/** Sets the color scheme on `<html>` before React starts, so that a dark phone never flashes white. */
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
