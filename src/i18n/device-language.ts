import { type Language, toLanguage } from '#contract/core/locale.ts'

/** Where the user's own choice of language is kept on this device. */
export const languageStorageKey = 'language'

/** The user's choice, else the page's language (the server fills in the brand's), else the browser's. */
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
