import { useMemo, useState } from 'react'
import type { TransferCandidate } from '#contract/fmc/transfers.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import type { FleetOption } from './TransferFleetPicker.tsx'
import type { PlannedMoves } from './transfer-plan.ts'

export type SourceKind = 'fleet' | 'search'

interface Input {
  kind: SourceKind
  sourceFleet: FleetOption | null
  query: string
  destination: FleetOption | null
  moved: readonly TransferCandidate[]
}

const EMPTY: Input = { kind: 'fleet', sourceFleet: null, query: '', destination: null, moved: [] }

/** The choices of a transfer. Stored as a draft once vehicles are moved, so that a plan survives a reload (FMC-066). */
export function useTransferInput(slot: DraftSlot) {
  const [initial] = useState(EMPTY)
  const { value, now, change, saved, discard, restoredAt } = useDraft<Input>({
    slot,
    initial,
    parse: parseInput,
    toStored: (input) => (input.moved.length > 0 ? input : undefined),
  })
  const moved: PlannedMoves = useMemo(
    () => new Map(value.moved.map((vehicle) => [vehicle.id, vehicle])),
    [value.moved],
  )
  useUnsavedTyping(moved.size > 0)
  return {
    kind: value.kind,
    sourceFleet: value.sourceFleet,
    query: value.query,
    destination: value.destination,
    moved,
    restoredAt,
    setKind: (kind: SourceKind) => change({ kind }),
    setSourceFleet: (sourceFleet: FleetOption | null) => change({ sourceFleet }),
    setQuery: (query: string) => change({ query }),
    setDestination: (destination: FleetOption | null) => change({ destination }),
    setMoved: (next: PlannedMoves) => change({ moved: [...next.values()] }),
    /** Vehicles that were moved while the transfer was being saved stay. */
    removeSaved(ids: readonly number[]) {
      const sent = new Set(ids)
      change((before) => ({ ...before, moved: before.moved.filter(({ id }) => !sent.has(id)) }))
      if (now().moved.length === 0) saved()
    },
    discard: () => discard(),
  }
}

function parseInput(stored: unknown): Input | undefined {
  const input = Object(stored) as Partial<Input>
  return Array.isArray(input.moved) ? { ...EMPTY, ...input } : undefined
}
