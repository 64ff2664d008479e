import type { Language } from '#contract/core/fields.ts'
import { plainCode } from '#domain/core/plain-text.ts'
import servicesEn from '../../locales/en/services.json' with { type: 'json' }
import servicesFr from '../../locales/fr/services.json' with { type: 'json' }

/** Names of service positions, by key (SVC-048). */
const positionNames: Record<Language, Record<string, string>> = {
  en: servicesEn.position,
  fr: servicesFr.position,
}

/** Returns the app's name of a position; an unknown one becomes words. */
export const positionName = (position: string, language: Language): string =>
  positionNames[language][position] ?? plainCode(position)
