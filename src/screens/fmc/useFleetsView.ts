import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FleetsView, readFleetsView, writeFleetsView } from '#src/features/fmc/fleets/fleets-view.ts'

/** State of the fleets list, kept in the URL for links and for going back (FMC-016). */
export function useFleetsView(): [FleetsView, (part: Partial<FleetsView>) => void] {
  const view = readFleetsView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (part: Partial<FleetsView>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeFleetsView({ ...view, ...part }) }),
      replace: true,
      resetScroll: false,
    })
  return [view, change]
}
