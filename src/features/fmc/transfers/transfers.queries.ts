import { queryOptions, skipToken } from '@tanstack/react-query'
import type { TransferCandidate, VehicleTransfer } from '#contract/vehicles/transfers.ts'
import { TRANSFER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'

/** How often the progress of a running transfer is read. */
const POLL_MS = 1500
const CANDIDATES_PER_CALL = 500

/** Where vehicles are taken from: a fleet, or all fleets by a search. */
export type Source = { fleetId: number } | { query: string }

/** All vehicles of a source, at most what one transfer takes: the grids select and page them without further calls. */
export const candidatesQuery = (source: Source | null) =>
  queryOptions({
    queryKey: ['transfers', 'candidates', source],
    enabled: source !== null,
    retry: false,
    queryFn: async () => {
      const input =
        source && 'fleetId' in source ? { fleet_id: source.fleetId } : { query: source?.query ?? '' }
      const found: TransferCandidate[] = []
      for (let page = 1; ; page++) {
        const { vehicles, total_pages } = await api.transfers.candidates({
          ...input,
          page,
          per_page: CANDIDATES_PER_CALL,
        })
        found.push(...vehicles)
        if (page >= total_pages || found.length >= TRANSFER_VEHICLES_MAX) return found
      }
    },
  })

export interface Planned {
  vehicle_ids: number[]
  old_fleet_ids: number[]
  new_fleet_id: number
}

/** What would refuse or deserves a look before the transfer is saved; asks anew with each change of the plan. */
export const findingsQuery = (plan: Planned | null) =>
  queryOptions({
    queryKey: ['transfers', 'check', plan],
    retry: false,
    staleTime: 0,
    queryFn: plan === null ? skipToken : async () => api.transfers.check(plan),
  })

export const isOver = ({ finished_at }: Pick<VehicleTransfer, 'finished_at'>) => finished_at !== null

export const newestTransferKey = ['transfers', 'newest']
/** The user's newest transfer, read again while it runs: it survives a reload of the page. */
export const newestTransferQuery = () =>
  queryOptions({
    queryKey: newestTransferKey,
    retry: false,
    queryFn: async () => (await api.transfers.list({ page: 1, per_page: 1 })).transfers[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? POLL_MS : false),
  })
