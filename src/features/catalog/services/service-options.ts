import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Language } from '#contract/core/fields.ts'
import { compareForClass, type VehicleClass } from '#domain/catalog/service-rank.ts'

/** A service as an option of a picker. */
export interface ServiceOption {
  id: number
  name: string
  /** Both languages: a shop may use the other one. */
  searchText: string
  positions: string[]
  typical_price: string | null
  isRecent: boolean
}

/** Returns the catalog in the screen language: recently used first, then by name. */
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

/**
 * Ranks the services for a vehicle of a class: recently used first, then by suitability for the class and by what
 * fleets book most (SVC-086). Without a vehicle, keeps the order.
 */
export function rankServices(
  vehicleClass: VehicleClass | undefined,
  options: readonly ServiceOption[],
  catalog: ReadonlyMap<number, ServiceDefinition>,
): readonly ServiceOption[] {
  if (vehicleClass === undefined) return options
  const rated = ({ id }: ServiceOption) => catalog.get(id) ?? {}
  return options
    .filter(
      ({ id }) =>
        vehicleClass === 'light' || catalog.get(id)?.support_medium_and_heavy_duty_vehicles !== false,
    )
    .toSorted(
      (a, b) =>
        Number(b.isRecent) - Number(a.isRecent) ||
        (a.isRecent ? 0 : compareForClass(vehicleClass, rated(a), rated(b))),
    )
}

/** Returns a service's name in a language. */
export function serviceName(
  service: Pick<ServiceDefinition, 'name_en' | 'name_fr'>,
  language: Language,
): string {
  return language === 'fr' ? service.name_fr : service.name_en
}
