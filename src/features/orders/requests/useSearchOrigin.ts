import { skipToken, useQuery } from '@tanstack/react-query'
import { isZipFor, normalizeZip } from '#domain/core/zip.ts'
import { queries } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/** Where a shop search starts. */
export interface SearchOrigin {
  zip: string
  source: 'vehicle' | 'fleet'
}

/** Returns the vehicle's garage address, else the fleet's; null if neither is known. */
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
  const placeOf = (zip: string | null | undefined, source: SearchOrigin['source']): SearchOrigin | null =>
    zip && isZipFor(country, zip) ? { zip: normalizeZip(zip), source } : null
  // Wait for the vehicle before falling back to the fleet.
  if (vehicle.isLoading) return null
  return placeOf(vehicle.data?.address?.zip, 'vehicle') ?? placeOf(fleet.data?.address?.zip, 'fleet')
}
