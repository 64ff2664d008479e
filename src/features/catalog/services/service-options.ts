import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Language } from '#contract/core/fields.ts'

/** A service as a picker shows it. */
export interface ServiceOption {
  id: number
  name: string
  /** Both languages: a shop may say it in the other one. */
  searchText: string
  positions: string[]
  typical_price: string | null
  isRecent: boolean
}

/** The catalogue in the language of the screen: what was used last first, then by name. */
export function serviceOptions(
  services: readonly ServiceDefinition[],
  language: Language,
  recents: readonly number[],
): ServiceOption[] {
  const { compare } = new Intl.Collator(language)
  const options = services.map((service) => ({
    id: service.id,
    name: serviceName(service, language),
    searchText: `${service.name_en} ${service.name_fr}`,
    positions: service.positions,
    typical_price: service.typical_price,
    isRecent: recents.includes(service.id),
  }))
  return options.toSorted(
    (a, b) =>
      Number(b.isRecent) - Number(a.isRecent) ||
      (a.isRecent ? recents.indexOf(a.id) - recents.indexOf(b.id) : compare(a.name, b.name)),
  )
}

/** A service's name in a language. */
export function serviceName(
  service: Pick<ServiceDefinition, 'name_en' | 'name_fr'>,
  language: Language,
): string {
  return language === 'fr' ? service.name_fr : service.name_en
}
