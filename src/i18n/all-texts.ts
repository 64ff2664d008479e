/**
 * Import functions of every namespace in each language. Part of the app's bundle; the sign-in screen does not need it.
 */
export const allTexts = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  import: 'default',
})
