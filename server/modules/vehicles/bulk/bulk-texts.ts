import type { Language } from '#contract/core/fields.ts'
import type { BulkStatus, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import type { BulkNote } from '#domain/vehicles/bulk-rules.ts'
import textsEn from '../../../../locales/en/bulk-upload.json' with { type: 'json' }
import textsFr from '../../../../locales/fr/bulk-upload.json' with { type: 'json' }

type Ended = Extract<BulkStatus, 'completed' | 'completed_with_errors' | 'errored'>

/** Email texts that the app does not show. */
export const MAIL_TEXTS: Record<
  Language,
  {
    heading: Record<Ended, string>
    intro: (file: string | null) => string
    refused: string
    open: string
    footer: (brand: string) => string
  }
> = {
  en: {
    heading: {
      completed: 'Vehicle upload completed',
      completed_with_errors: 'Vehicle upload completed with errors',
      errored: 'Vehicle upload failed',
    },
    intro: (file) => `This is the report on your bulk upload of vehicles${file ? ` from ${file}` : ''}.`,
    refused:
      'Some rows were refused. Open the report to download them with the reasons, correct them, and send only these again.',
    open: 'Open the report',
    footer: (brand) => `${brand} sends this because you uploaded vehicles.`,
  },
  fr: {
    heading: {
      completed: 'Téléversement de véhicules terminé',
      completed_with_errors: 'Téléversement de véhicules terminé avec des erreurs',
      errored: 'Échec du téléversement de véhicules',
    },
    intro: (file) =>
      `Voici le rapport sur votre téléversement de véhicules en lot${file ? `, fichier ${file}` : ''}.`,
    refused:
      'Des lignes ont été refusées. Ouvrez le rapport pour les télécharger avec les motifs, corrigez-les et renvoyez seulement celles-ci.',
    open: 'Ouvrir le rapport',
    footer: (brand) => `${brand} vous envoie ce courriel parce que vous avez téléversé des véhicules.`,
  },
}

const TEXTS: Record<Language, object> = { en: textsEn, fr: textsFr }

/** Returns a text of the app by its full key, so that one search finds the text and its use. */
function text(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const [, path = ''] = key.split(':')
  const found: unknown = path
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], TEXTS[language])
  return String(found).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

type Count = 'created' | 'updated' | 'unchanged' | 'warned' | 'refused'
export const countText = (language: Language, count: Count) => text(language, `bulk-upload:count.${count}`)
export const rowText = (language: Language, row: number) => text(language, 'bulk-upload:row', { row })
export const problemText = (language: Language, problem: NonNullable<BulkUpsertion['problem']>) =>
  text(language, `bulk-upload:problem.${problem}`)

/** Joins the notes of a row into one text. */
export function notesText(language: Language, notes: readonly BulkNote[]): string {
  return notes
    .map(({ code, column, other_row: row }) => {
      const words = text(language, `bulk-upload:code.${code}`, row === undefined ? {} : { row })
      if (column === null || column === 'vin') return words
      return `${text(language, `bulk-upload:column.${column}`)}${language === 'fr' ? '\u00a0:' : ':'} ${words}`
    })
    .join(' ')
}
