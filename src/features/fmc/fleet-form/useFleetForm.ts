import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useAction } from '#src/forms/useAction.ts'
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
  const { act, isBusy, failure } = useAction(fleet?.rev ?? 0, () =>
    Promise.all(fleetsKeys().map((queryKey) => client.invalidateQueries({ queryKey }))),
  )

  async function submit() {
    const faults = validateFleet(draft, fleet === null)
    setCodes(faults)
    if (Object.keys(faults).length > 0) return
    let saved: Fleet | undefined
    const refused = await act(async (context) => {
      saved = fleet
        ? await api.fleet.update({ id: fleet.id, fleet: toFleetChange(draft) }, { context })
        : await api.fleets.create(toNewFleet(draft), { context })
    })
    if (refused) return setCodes(toDraftFields(refused.fields))
    announceDraftSaved(slotName(slot))
    deleteDraft(slot)
    setRestoredAt(undefined)
    if (saved) {
      setDraft(toDraft(saved, country))
      onSaved(saved)
    }
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
