import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type ListState,
  readListState,
  rememberListState,
  writeListState,
} from '#src/features/vehicles/vehicles/list-state.ts'
import { useIsLeaving } from '#src/lib/hooks/useIsLeaving.ts'

export type ChangeList = (part: Partial<ListState>) => void

/** Delay before the URL is updated: that costs as much as rendering the cards of a search. */
const ADDRESS_DELAY_MS = 150

/**
 * The state of the list. It is also in the URL, so that going back from a vehicle restores it. A change of the URL, by
 * going back or by a link, updates the list.
 */
export function useListState(): [ListState, ChangeList] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = JSON.stringify(writeListState(readListState(search)))
  const [list, setList] = useState(() => readListState(search))
  const latest = useRef(list)
  const written = useRef(address)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL says all that is read from the search
  useEffect(() => {
    if (address === written.current) return
    clearTimeout(timer.current)
    timer.current = undefined
    written.current = address
    latest.current = readListState(search)
    setList(latest.current)
  }, [address])
  useEffect(() => rememberListState(list), [list])

  const { history } = useRouter()
  const isLeaving = useIsLeaving()
  const writeAddress = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isLeaving()) return
    const next = writeListState(latest.current)
    written.current = JSON.stringify(next)
    void navigate({
      to: '/vehicles',
      // An upload is of the fleet that its link names.
      search: ({ upload, fleet }) => ({ ...next, ...(upload && { upload, fleet }) }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  }, [navigate, isLeaving])
  // A link that is clicked before the delay ends must find the new URL, so that going back restores the list.
  useEffect(() => {
    const writeNow = () => {
      if (timer.current === undefined) return
      writeAddress()
      // Otherwise the history would merge this change with the link's.
      history.flush()
    }
    document.addEventListener('click', writeNow, { capture: true })
    return () => {
      document.removeEventListener('click', writeNow, { capture: true })
      clearTimeout(timer.current)
    }
  }, [writeAddress, history])

  const change = useCallback<ChangeList>(
    (part) => {
      latest.current = { ...latest.current, ...part }
      setList(latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(writeAddress, ADDRESS_DELAY_MS)
    },
    [writeAddress],
  )
  return [list, change]
}
