import { skipToken, useQuery } from '@tanstack/react-query'
import { isZipFor, normaliseZip } from '#domain/core/zip.ts'
import { queries } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/** Where a search for shops begins. */
export interface SearchOrigin {
  zip: string
  of: 'vehicle' | 'fleet'
}

/** Around the vehicle, by the address at which it is kept, else around the fleet; null where neither is known. */
export function useSearchOrigin(vehicleId: number | null): SearchOrigin | null {
  const { country } = useFormat()
  const vehicle = useQuery(
    queries.vehicles.show.queryOptions({
      input: vehicleId === null ? skipToken : { id: vehicleId },
      staleTime: 60_000,
      retry: false,
    }),
  )
  const fleet = useQuery({ ...fleetQuery(), retry: false })
  const placeOf = (zip: string | null | undefined, of: SearchOrigin['of']): SearchOrigin | null =>
    zip && isZipFor(country, zip) ? { zip: normaliseZip(zip), of } : null
  // The fleet only once it is certain that the vehicle has no place of its own.
  if (vehicle.isLoading) return null
  return placeOf(vehicle.data?.address?.zip, 'vehicle') ?? placeOf(fleet.data?.address?.zip, 'fleet')
}
