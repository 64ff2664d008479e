import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import { api } from '#src/api/client.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { fleetsKeys } from '../fleets/fleets.queries.ts'
import {
  changesToStore,
  type FleetDraft,
  restoreDraft,
  toDraft,
  toDraftFields,
  toFleetChange,
  toNewFleet,
  validateFleet,
} from './fleet-draft.ts'
import { suggestTimeZone } from './time-zones.ts'

interface FleetFormOptions {
  /** Null: a new fleet. */
  fleet: Fleet | null
  slot: DraftSlot
  onSaved: (fleet: Fleet) => void
}

/** State of the fleet form. The typed text survives a rejection and a reload. */
export function useFleetForm({ fleet, slot, onSaved }: FleetFormOptions) {
  const { country } = useFormat()
  const home = useSession().fleet
  const client = useQueryClient()
  const t = useTexts()
  const toast = useToast()
  // The fleet that the form shows.
  const [seen, setSeen] = useState(fleet)
  const initial = toDraft(seen, country)
  const timeZoneOf = (draft: FleetDraft) =>
    draft.time_zone || suggestTimeZone(draft, { country: home.country, timeZone: home.time_zone })
  const form = useFormState<FleetDraft>({
    slot,
    initial,
    parse: (stored) => restoreDraft(stored, initial),
    toStored: (draft) => changesToStore(draft, initial),
  })
  const { run, isBusy, failure } = useWrite({
    call: (sent: FleetDraft, context): Promise<Fleet> =>
      fleet
        ? api.fleet.update({ id: fleet.id, fleet: toFleetChange(sent) }, { context })
        : api.fleets.create(toNewFleet({ ...sent, time_zone: timeZoneOf(sent) }), { context }),
    rev: seen?.rev,
    // If the response to a creation was lost, the server rejects other values with the same key.
    attemptOf: (sent) => fleet && sent,
    refresh: () => Promise.all(fleetsKeys().map((queryKey) => client.invalidateQueries({ queryKey }))),
    onSaved(saved, sent) {
      if (fleet) setSeen(saved)
      if (form.draftNow() !== sent) return toast('info', t('common:saving.changedSince'))
      form.saved()
      form.replace(toDraft(saved, country))
      onSaved(saved)
    },
    onFailed: (refused) => form.accept(toDraftFields(refused.fields)),
  })

  // After a rejection as stale, fields that the user did not change take over what someone else saved.
  const isStale = failure?.code === 'stale' && fleet?.rev !== seen?.rev
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form renders with each of its changes
  useEffect(() => {
    if (!isStale) return
    const [before, now] = [toDraft(seen, country), toDraft(fleet, country)]
    form.write((draft) => takeOver(draft, before, now))
    setSeen(fleet)
  }, [isStale, fleet])

  return {
    ...form,
    submit() {
      return form.accept(validateFleet(form.draft, fleet === null)) && run(form.draft)
    },
    isBusy,
    /** The selected time zone of a new fleet, or the suggested one. */
    timeZone: timeZoneOf(form.draft),
    /** An error that belongs to no field. */
    failure: failure && Object.keys(failure.fields).length === 0 ? failure : undefined,
  }
}

/** Returns the draft, in which fields that are still as `before` have the values of `now`. */
function takeOver(draft: FleetDraft, before: FleetDraft, now: FleetDraft): FleetDraft {
  const isSame = ([field]: [string, unknown]) =>
    draft[field as keyof FleetDraft] === before[field as keyof FleetDraft]
  return { ...draft, ...Object.fromEntries(Object.entries(now).filter(isSame)) }
}

export type FleetFormState = ReturnType<typeof useFleetForm>
