import { useState } from 'react'
import { readDraft } from '#src/lib/drafts/draft-storage.ts'
import { slotOfTab } from '#src/lib/drafts/tab-slots.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { parseRequest, REQUEST_FORM, type RequestDraft } from './request-draft.ts'

/** Returns the service request that was started in this tab, else the first one on this device, if any. */
export function useStoredRequest(): RequestDraft | undefined {
  const { user } = useSession()
  const [initial] = useState(() => {
    const form = { fleetId: user.fleet_id, userId: user.id, form: REQUEST_FORM }
    const own = slotOfTab(form)
    return ((own && readDraft(own, parseRequest)) ?? readDraft(form, parseRequest))?.value
  })
  return initial
}
