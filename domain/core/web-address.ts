/** Parses a URL, or returns null. `URL.canParse` and `URL.parse` are missing in Safari 16. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
