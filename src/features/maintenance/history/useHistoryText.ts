import { useMemo } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/** Returns the text functions for history rows: service names in the screen language, days in the fleet's time zone. */
export function useHistoryText(services: readonly ServiceDefinition[] | undefined) {
  const { language, dayOf, distanceUnit } = useFormat()
  return useMemo(() => {
    const names = new Map(services?.map((service) => [service.id, serviceName(service, language)]))
    const byName = new Map(
      services?.flatMap((service) =>
        [service.name_fr, service.name_en].map((name) => [name, serviceName(service, language)] as const),
      ),
    )
    const both = new Map<number | string, readonly string[]>()
    for (const { id, name_en, name_fr } of services ?? [])
      for (const key of [id, name_en, name_fr]) both.set(key, [name_en, name_fr])
    return {
      namesOf: (id: number | undefined, name: string) => [name, ...(both.get(id ?? name) ?? [])],
      translated: (name: string) => byName.get(name) ?? name,
      nameOf: (id: number) => names.get(id),
      dayOf: (instant: string) => dayOf(instant),
      unit: distanceUnit,
    }
  }, [services, language, dayOf, distanceUnit])
}
