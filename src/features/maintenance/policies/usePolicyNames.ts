import { useMemo } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'

/** Number of names shown before the rest is only counted. */
const NAMED = 3

/** Returns the texts of a policy, from the local copies of services and vehicles. */
export function usePolicyNames() {
  const t = useTexts('policies')
  const { language } = useFormat()
  const services = useLocalRows(['services'], (cache) => cache.services, { isOptional: true })
  const vehicles = useVehicles({ isOptional: true })
  const serviceById = useMemo(() => new Map(services?.map((service) => [service.id, service])), [services])
  const vehicleById = useMemo(() => new Map(vehicles?.map((vehicle) => [vehicle.id, vehicle])), [vehicles])

  function serviceOf(id: number): string {
    const service = serviceById.get(id)
    return service ? serviceName(service, language) : `#${id}`
  }
  function vehicleOf(id: number): string {
    const vehicle = vehicleById.get(id)
    return vehicle ? vehicleName(vehicle) : `#${id}`
  }
  /** 'Van 1, Van 2, Van 3 and 12 more' */
  function listOf(ids: readonly number[], nameOf: (id: number) => string): string {
    const names = ids.slice(0, NAMED).map(nameOf).join(', ')
    return ids.length > NAMED ? t('policies:andMore', { names, count: ids.length - NAMED }) : names
  }
  return {
    serviceOf,
    vehicleOf,
    services: ({ service_definition_ids: ids }: Pick<MaintenancePolicy, 'service_definition_ids'>) =>
      ids.length === 0 ? t('policies:allServices') : listOf(ids, serviceOf),
    /** Empty if all its vehicles have been deleted. */
    vehicles: (policy: Pick<MaintenancePolicy, 'all_vehicles' | 'vehicle_ids'>) =>
      policy.all_vehicles ? t('policies:allVehicles') : listOf(policy.vehicle_ids, vehicleOf),
  }
}
