import { useState } from 'react'
import { readDraft } from '#src/lib/drafts/draft-texts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { parseRequest, type RequestDraft } from './request-draft.ts'

/** The service request that was begun on this device, if there is one. */
export function useKeptRequest(): RequestDraft | undefined {
  const { user } = useSession()
  const [kept] = useState(
    () => readDraft({ fleetId: user.fleet_id, userId: user.id, form: 'request:new' }, parseRequest)?.value,
  )
  return kept
}
