import { type Language, toLanguage } from '#contract/core/locale.ts'

/** localStorage key of the user's language. */
export const languageStorageKey = 'language'

/** Returns the user's choice, else the page's language (the brand's, set by the server), else the browser's. */
export function detectLanguage(): Language {
  return (
    toLanguage(storedLanguage()) ??
    toLanguage(document.documentElement.lang) ??
    navigator.languages.map(toLanguage).find((language) => language !== undefined) ??
    'en'
  )
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(languageStorageKey)
  } catch {
    return null
  }
}
