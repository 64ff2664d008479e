import { queries } from '#src/api/client.ts'

const options = { staleTime: 60_000, retry: false } as const

/** The four readings of one vehicle as they are now (TEL-017); without signal the snapshot stands. */
export const telematicsQueries = (id: number) =>
  [
    queries.telematics.engineOil.queryOptions({ input: { id }, ...options }),
    queries.telematics.batteryLife.queryOptions({ input: { id }, ...options }),
    queries.telematics.tirePressure.queryOptions({ input: { id }, ...options }),
    queries.telematics.faultData.queryOptions({ input: { id }, ...options }),
  ] as const
