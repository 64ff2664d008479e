import type { Plugin } from 'vite'

/** Removes the indentation of the texts, which devices fetch as they are (`src/i18n/all-texts.ts`). */
export function compactTexts(): Plugin {
  return {
    name: 'wheelbook:compact-texts',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.originalFileNames.some((name) => name.startsWith('locales/')))
          file.source = JSON.stringify(JSON.parse(String(file.source)))
    },
  }
}
