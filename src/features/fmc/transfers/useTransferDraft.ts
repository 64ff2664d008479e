import { useState } from 'react'
import type { TransferCandidate, VehicleTransfer } from '#contract/fmc/transfers.ts'
import { FLEET_QUERY_MIN, TRANSFER_VEHICLES_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import type { FleetOption } from './TransferFleetPicker.tsx'
import { addMoves, removeMoves, toTransferPlan } from './transfer-plan.ts'
import type { TransferPlan, TransferSource } from './transfers.queries.ts'
import { type SourceKind, useTransferInput } from './useTransferInput.ts'

export type PickError = 'sameFleet' | 'fleet' | 'search' | 'destination' | 'tooMany'

const none: ReadonlySet<number> = new Set()

/** State of the transfer screen until it is saved. */
export function useTransferDraft(slot: DraftSlot, onSaved: (transfer: VehicleTransfer) => void) {
  const input = useTransferInput(slot)
  const { kind, sourceFleet, query, destination, moved } = input
  const { setKind, setSourceFleet, setQuery, setDestination, setMoved } = input
  const [error, setError] = useState<PickError>()

  const searched = query.trim()
  const ofSearch = searched.length >= FLEET_QUERY_MIN ? { query: searched } : null
  const source: TransferSource | null =
    kind === 'search' ? ofSearch : sourceFleet && { fleetId: sourceFleet.id }
  const { selected, setSelected, move, moveBack } = useMoves(input, source, setError)
  const plan = toTransferPlan(moved, destination?.id)
  const { run, isBusy, failure } = useWrite({
    call: (sent: TransferPlan, { key }) => api.transfers.create(sent, { context: { key } }),
    onSaved(transfer: VehicleTransfer, sent) {
      input.removeSaved(sent.vehicle_ids)
      onSaved(transfer)
    },
  })

  function takeSource(fleet: FleetOption | null) {
    setSelected(none)
    // FMC-052
    const isSame = fleet !== null && fleet.id === destination?.id
    setError(isSame ? 'sameFleet' : undefined)
    setSourceFleet(isSame ? null : fleet)
  }

  function takeDestination(fleet: FleetOption | null) {
    const isSame =
      fleet !== null &&
      ((kind === 'fleet' && fleet.id === sourceFleet?.id) ||
        [...moved.values()].some((vehicle) => vehicle.fleet.id === fleet.id))
    setError(isSame ? 'sameFleet' : undefined)
    if (isSame) return
    setDestination(fleet)
    if (fleet === null) setMoved(new Map())
  }

  return {
    kind,
    sourceFleet,
    destination,
    query,
    source,
    moved,
    selected,
    error,
    failure,
    plan,
    isSaving: isBusy,
    restoredAt: input.restoredAt,
    discard() {
      input.discard()
      setSelected(none)
      setError(undefined)
    },
    setSelected,
    takeSource,
    takeDestination,
    move,
    moveBack,
    save: () => plan && void run(plan),
    setKind(next: SourceKind) {
      setKind(next)
      // Checks again: while vehicles are searched, the destination may be the fleet chosen before.
      takeSource(sourceFleet)
    },
    setQuery(text: string) {
      setQuery(text)
      // A space at an end searches for the same.
      if (text.trim() !== searched) setSelected(none)
      if (error === 'search') setError(undefined)
    },
  }
}

export type TransferDraft = ReturnType<typeof useTransferDraft>

/** Moves selected vehicles to the destination and back. */
function useMoves(
  { kind, destination, moved, setMoved }: ReturnType<typeof useTransferInput>,
  source: TransferSource | null,
  setError: (error?: PickError) => void,
) {
  const [selected, setSelected] = useState(none)

  function move(vehicles: readonly TransferCandidate[]) {
    if (source === null) return setError(kind)
    if (destination === null) return setError('destination')
    const next = addMoves(moved, vehicles)
    if (next.size > TRANSFER_VEHICLES_MAX) return setError('tooMany')
    setError()
    setMoved(next)
    setSelected(none)
  }

  function moveBack(ids: ReadonlySet<number>) {
    setMoved(removeMoves(moved, ids))
    setError()
  }

  return { selected, setSelected, move, moveBack }
}
