/** Addresses of every namespace in each language. Part of the app's bundle; the sign-in screen does not need it. */
export const allTexts = import.meta.glob<string>('../../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})
