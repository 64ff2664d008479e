import type { Mode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { type Place, places } from './places.tsx'

/** The places of a mode that this person's role includes: no entry leads to a refusal. */
export function usePlaces(mode: Mode): Place[] {
  const { can } = useSession()
  return places[mode].filter(({ needs }) => needs === undefined || can(needs))
}
