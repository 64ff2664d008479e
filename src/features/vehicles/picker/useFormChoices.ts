import { useMemo, useState } from 'react'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { readRecents } from '#src/lib/recents.ts'
import { useKept, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { vehicleOptions } from './vehicle-options.ts'

/** What a form about work on a vehicle lets choose from, all of it on this device; undefined until it is read. */
export function useFormChoices() {
  const { user } = useSession()
  const { language } = useFormat()
  const vehicles = useVehicles()
  const services = useKept(['services'], (cache) => cache.services)
  const favorites = useKept(['favorites'], (cache) => cache.favoriteShops)
  const [recents] = useState(() => {
    const of = { fleetId: user.fleet_id, userId: user.id }
    return {
      vehicle: readRecents({ ...of, kind: 'vehicle' }),
      service: readRecents({ ...of, kind: 'service' }),
      shop: readRecents({ ...of, kind: 'shop' }),
    }
  })
  // Thousands of vehicles and a catalogue, sorted; each typed letter of the form comes by here.
  const vehicleChoices = useMemo(
    () => vehicles && vehicleOptions(vehicles, recents.vehicle),
    [vehicles, recents.vehicle],
  )
  const serviceChoices = useMemo(
    () => services && serviceOptions(services, language, recents.service),
    [services, language, recents.service],
  )
  const catalogue = useMemo(() => new Map(services?.map((service) => [service.id, service])), [services])
  return { vehicles: vehicleChoices, services: serviceChoices, catalogue, favorites, recents }
}
