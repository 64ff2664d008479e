import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { SavedView } from '#contract/home/saved-views.ts'
import { type ViewList, viewState } from '#domain/home/saved-view-rules.ts'
import { useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { savedViewsQuery, sharedViewQuery } from './saved-views.queries.ts'

/** The views of a list, and the one that its URL names. */
export function useSavedViews(list: ViewList) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const open = useOpenView()
  const all = useQuery(savedViewsQuery(list)).data?.views
  const views = useMemo(() => all?.filter((view) => view.list === list), [all, list])
  const own = views?.find(({ id }) => id === search.view)
  // Also asked for an own view that this device does not know yet.
  const shared = useQuery({
    ...sharedViewQuery(list, search.view ?? ''),
    enabled: search.view !== undefined && all !== undefined && !own,
  })
  const view = own ?? (shared.data?.list === list ? shared.data : undefined)
  const state = viewState(list, search)
  // The link of an email about another fleet stays as it is until the user switches to that fleet.
  const isOfOtherFleet = useLinkedFleetId() !== null
  const isBare = Object.keys(state).length === 0 && !isOfOtherFleet
  const opened = useRef<string>(undefined)
  const standard = views?.find((view) => view.is_default)
  useEffect(() => {
    // A link names only the view; the default view opens with the list. Each once, so that filters can be reset.
    const wanted = search.view === undefined ? (opened.current === undefined ? standard : undefined) : view
    if (views || view) opened.current ??= ''
    if (!wanted || opened.current === wanted.id) return
    opened.current = wanted.id
    if (isBare) open(wanted)
  }, [search.view, standard, view, views, isBare, open])
  return {
    list,
    views,
    view,
    /** Set if the view belongs to another user. */
    shared: own ? undefined : shared.data,
    failure: own || !search.view ? undefined : shared.error,
    /** The list is no longer as the view stores it. */
    isChanged: view !== undefined && JSON.stringify(sorted(view.state)) !== JSON.stringify(sorted(state)),
    state,
    open,
  }
}
export type SavedViews = ReturnType<typeof useSavedViews>

/**
 * Returns a function that shows the list as a view stores it. A message or upload that is open stays, the upload with the
 * fleet that its link names.
 */
function useOpenView() {
  const navigate = useNavigate()
  return useCallback(
    (view: Pick<SavedView, 'id' | 'state'> | undefined) =>
      void navigate({
        to: '.',
        search: ({ tab, upload, fleet }: Record<string, string | undefined>) => ({
          ...(tab && { tab }),
          ...(upload && { upload, fleet }),
          ...view?.state,
          ...(view && { view: view.id }),
        }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

const sorted = (state: Record<string, string>) => Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1))
