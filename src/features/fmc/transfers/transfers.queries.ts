import { queryOptions, skipToken } from '@tanstack/react-query'
import type { TransferCandidate, VehicleTransfer } from '#contract/fmc/transfers.ts'
import { TRANSFER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'

/** Polling interval for the progress of a running transfer. */
const POLL_MS = 1500
const CANDIDATES_PER_CALL = 500

/** Source of the vehicles: one fleet, or a search in all fleets. */
export type TransferSource = { fleetId: number } | { query: string }

/** Vehicles of a source; `isCut`: it has more. */
export interface Candidates {
  vehicles: TransferCandidate[]
  isCut: boolean
}

/** All vehicles of a source, up to the limit of one transfer. The grids select and page them without further calls. */
export const candidatesQuery = (source: TransferSource | null) =>
  queryOptions({
    queryKey: ['transfers', 'candidates', source],
    enabled: source !== null,
    retry: false,
    queryFn: async (): Promise<Candidates> => {
      const input =
        source && 'fleetId' in source ? { fleet_id: source.fleetId } : { query: source?.query ?? '' }
      const found: TransferCandidate[] = []
      for (let page = 1; ; page++) {
        const { vehicles, total_pages, has_more } = await api.transfers.candidates({
          ...input,
          page,
          per_page: CANDIDATES_PER_CALL,
        })
        found.push(...vehicles)
        if (page >= total_pages || found.length >= TRANSFER_VEHICLES_MAX)
          return { vehicles: found, isCut: has_more || page < total_pages }
      }
    },
  })

export interface TransferPlan {
  vehicle_ids: number[]
  old_fleet_ids: number[]
  new_fleet_id: number
}

/** Rejections and warnings of a plan before it is saved; refetched with each change of the plan. */
export const findingsQuery = (plan: TransferPlan | null) =>
  queryOptions({
    queryKey: ['transfers', 'check', plan],
    retry: false,
    staleTime: 0,
    queryFn: plan === null ? skipToken : async () => api.transfers.check(plan),
  })

export const isFinished = ({ finished_at }: Pick<VehicleTransfer, 'finished_at'>) => finished_at !== null

export const newestTransferKey = ['transfers', 'newest']
/** The user's newest transfer, polled while it runs, so that its progress survives a reload. */
export const newestTransferQuery = () =>
  queryOptions({
    queryKey: newestTransferKey,
    retry: false,
    queryFn: async () => (await api.transfers.list({ page: 1, per_page: 1 })).transfers[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data && !isFinished(data) ? POLL_MS : false),
  })
