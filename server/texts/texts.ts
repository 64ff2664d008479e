import type { Language } from '#contract/core/fields.ts'
import servicesEn from '../../locales/en/services.json' with { type: 'json' }
import servicesFr from '../../locales/fr/services.json' with { type: 'json' }
import { textsEn } from './texts-en.ts'
import { textsFr } from './texts-fr.ts'

/** Names of service positions, by key (SVC-048). */
export const positionNames: Record<Language, Record<string, string>> = {
  en: servicesEn.position,
  fr: servicesFr.position,
}

/** Texts of the server other than problems, by language. */
export const texts = { en: textsEn, fr: textsFr }
