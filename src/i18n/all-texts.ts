/** Where each namespace of each language is fetched from. Part of the app's own file; the sign-in screen does without. */
export const allTexts = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  import: 'default',
})
