import { useMemo, useState } from 'react'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { readRecents } from '#src/lib/recents.ts'
import { useLoadedAt, useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { vehicleOptions } from './vehicle-options.ts'

/** Returns the options of a form about work on a vehicle, from this device; undefined while loading. */
export function useFormChoices() {
  const { user } = useSession()
  const { language } = useFormat()
  const vehicles = useUnlessCleared(useVehicles())
  const services = useUnlessCleared(useLocalRows(['services'], (cache) => cache.services))
  const favorites = useLocalRows(['favorites'], (cache) => cache.favoriteShops)
  const [recents] = useState(() => {
    const owner = { fleetId: user.fleet_id, userId: user.id }
    return {
      vehicle: readRecents({ ...owner, kind: 'vehicle' }),
      service: readRecents({ ...owner, kind: 'service' }),
      shop: readRecents({ ...owner, kind: 'shop' }),
    }
  })
  // Memoized: sorting thousands of vehicles and a catalog on each keystroke would be slow.
  const vehicleChoices = useMemo(
    () => vehicles && vehicleOptions(vehicles, recents.vehicle),
    [vehicles, recents.vehicle],
  )
  const serviceChoices = useMemo(
    () => services && serviceOptions(services, language, recents.service),
    [services, language, recents.service],
  )
  const catalog = useMemo(() => new Map(services?.map((service) => [service.id, service])), [services])
  return { vehicles: vehicleChoices, services: serviceChoices, catalog, favorites, recents }
}

/**
 * A local list; the last one with rows if the browser has cleared the local data since. An open form needs it to stay
 * open with its typed text.
 */
function useUnlessCleared<T extends readonly unknown[]>(list: T | undefined): T | undefined {
  const loadedAt = useLoadedAt({ isOptional: true })
  const [last, setLast] = useState(list)
  const hasRows = list !== undefined && list.length > 0
  if (hasRows && list !== last) setLast(list)
  return hasRows || loadedAt ? list : (last ?? list)
}
