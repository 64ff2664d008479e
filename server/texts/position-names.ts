import type { Language } from '#contract/core/fields.ts'
import servicesEn from '../../locales/en/services.json' with { type: 'json' }
import servicesFr from '../../locales/fr/services.json' with { type: 'json' }

/** Names of service positions, by key (SVC-048). */
export const positionNames: Record<Language, Record<string, string>> = {
  en: servicesEn.position,
  fr: servicesFr.position,
}
