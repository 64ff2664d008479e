import { join } from 'node:path'
import { readLocales } from '#tests/architecture/locale-rules.ts'

/** Words that MUI's own parts bring along where they are not told others. */
const ofParts = [
  ...[
    'Open',
    'Close',
    'Clear',
    'Search',
    'Sort',
    'Menu',
    'Show filters',
    'Filters',
    'Columns',
    'Export',
    'No rows',
  ],
  ...[
    'Rows per page:',
    'Go to next page',
    'Go to previous page',
    'Previous month',
    'Next month',
    'No results found.',
  ],
  ...['Select all rows', 'Select row', 'Hide column', 'Manage columns', 'Loading…', 'No options'],
]

/** Tells of texts whether they are the English of our own, and not French as well. */
export function englishLeftovers(): (text: string) => boolean {
  const { en = new Map<string, string>(), fr = new Map<string, string>() } = readLocales(
    join(import.meta.dirname, '../../../locales'),
  )
  const french = new Set(fr.values())
  const english = [...en.values(), ...ofParts].filter((text) => !french.has(text) && /[a-z]{3}/i.test(text))
  const whole = new Set(english)
  // A text that is filled in, as long as enough of it is words.
  const filled = english
    .filter(
      (text) =>
        /\{\{/.test(text) && text.replaceAll(/\{\{[^}]*\}\}/g, '').replaceAll(/[^a-z]/gi, '').length > 6,
    )
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{[^}]*\}\}/)
            .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('.+')}$`,
        ),
    )
  return (text) => whole.has(text) || (!french.has(text) && filled.some((pattern) => pattern.test(text)))
}

/** A key that stands where its text belongs, or a place in a text that nobody filled. */
export const isRawKey = (text: string) => /^[a-z][a-z-]*:[\w.]+$|\{\{/.test(text)
