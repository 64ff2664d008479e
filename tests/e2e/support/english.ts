import { join } from 'node:path'
import { readLocales } from '#tests/architecture/locale-rules.ts'
import en from '../../../locales/en/common.json' with { type: 'json' }
import fr from '../../../locales/fr/common.json' with { type: 'json' }

/** Default texts of MUI components. */
const ofParts = [
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
  'Rows per page:',
  'Go to next page',
  'Go to previous page',
  'Previous month',
  'Next month',
  'No results found.',
  'Select all rows',
  'Select row',
  'Hide column',
  'Manage columns',
  'Loading…',
  'No options',
]

/** Returns a function that checks whether a text is one of our English texts and not also French. */
export function englishLeftovers(): (text: string) => boolean {
  const { en = new Map<string, string>(), fr = new Map<string, string>() } = readLocales(
    join(import.meta.dirname, '../../../locales'),
  )
  const french = new Set(fr.values())
  const english = [...en.values(), ...ofParts].filter((text) => !french.has(text) && /[a-z]{3}/i.test(text))
  const whole = new Set(english)
  // Matches texts with placeholders, if enough of the text is constant.
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

/** What the app shows for a key without a text (ERR-012). */
const UNKNOWN = [en.unknownCode, fr.unknownCode]

/** Returns whether a text is a raw key, stands for one, or has an unfilled placeholder. */
export const isRawKey = (text: string) => UNKNOWN.includes(text) || /^[a-z][a-z-]*:[\w.]+$|\{\{/.test(text)
