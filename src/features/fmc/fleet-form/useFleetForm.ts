import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { announceDraftSaved } from '#src/lib/drafts/draft-channel.ts'
import {
  type DraftSlot,
  deleteDraft,
  readDraft,
  slotName,
  writeDraft,
} from '#src/lib/drafts/draft-storage.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { fleetsKeys } from '../fleets/fleets.queries.ts'
import {
  type FleetDraft,
  parseDraft,
  toDraft,
  toDraftFields,
  toFleetChange,
  toNewFleet,
  validateFleet,
} from './fleet-draft.ts'

interface FleetFormOptions {
  /** Null: a new fleet. */
  fleet: Fleet | null
  slot: DraftSlot
  onSaved: (fleet: Fleet) => void
}

/** State of the fleet form. The typed text survives a refusal and a reload. */
export function useFleetForm({ fleet, slot, onSaved }: FleetFormOptions) {
  const { country } = useFormat()
  const client = useQueryClient()
  const initial = toDraft(fleet, country)
  const [kept] = useState(() => readDraft(slot, parseDraft))
  const [restoredAt, setRestoredAt] = useState(kept?.savedAt)
  const [draft, setDraft] = useState(kept?.value ?? initial)
  const [codes, setCodes] = useState<FieldCodes>({})
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedTyping(isChanged)
  useEffect(() => {
    if (isChanged) writeDraft(slot, draft)
    else deleteDraft(slot)
  }, [draft, isChanged, slot])
  const { run, isBusy, failure } = useWrite({
    call: (sent: FleetDraft, context): Promise<Fleet> =>
      fleet
        ? api.fleet.update({ id: fleet.id, fleet: toFleetChange(sent) }, { context })
        : api.fleets.create(toNewFleet(sent), { context }),
    rev: fleet?.rev,
    // If the response to a creation was lost, the server rejects other values with the same key.
    attemptOf: (sent) => fleet && sent,
    refresh: () => Promise.all(fleetsKeys().map((queryKey) => client.invalidateQueries({ queryKey }))),
    onSaved(saved) {
      announceDraftSaved(slotName(slot))
      deleteDraft(slot)
      setRestoredAt(undefined)
      setDraft(toDraft(saved, country))
      onSaved(saved)
    },
    onFailed: (refused) => setCodes(toDraftFields(refused.fields)),
  })

  function submit(): void {
    const faults = validateFleet(draft, fleet === null)
    setCodes(faults)
    if (Object.keys(faults).length === 0) void run(draft)
  }

  return {
    draft,
    change(part: Partial<FleetDraft>) {
      setDraft((before) => ({ ...before, ...part }))
      setCodes((before) => withoutFields(before, Object.keys(part)))
    },
    submit,
    codes,
    isBusy,
    isChanged,
    /** An error that belongs to no field. */
    failure: failure && Object.keys(failure.fields).length === 0 ? failure : undefined,
    restoredAt,
    discard() {
      setRestoredAt(undefined)
      setCodes({})
      setDraft(initial)
    },
  }
}
export type FleetFormState = ReturnType<typeof useFleetForm>
