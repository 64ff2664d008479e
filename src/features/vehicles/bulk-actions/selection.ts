import { useSyncExternalStore } from 'react'

/** The selected vehicles or orders of a list. Outside React, so that a click renders one checkbox instead of the list. */
export class Selection {
  #ids: ReadonlySet<number> = new Set()
  #last: number | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly ids = (): ReadonlySet<number> => this.#ids

  toggle(id: number): void {
    const next = new Set(this.#ids)
    if (!next.delete(id)) next.add(id)
    this.#last = id
    this.#replace(next)
  }
  /** Selects everything from the last toggled vehicle to this one, as a click with Shift does. */
  extendTo(id: number, order: readonly number[]): void {
    const [from, to] = [order.indexOf(this.#last ?? id), order.indexOf(id)]
    this.#last = id
    this.add(from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1))
  }
  add(ids: Iterable<number>): void {
    this.#replace(new Set([...this.#ids, ...ids]))
  }
  remove(ids: Iterable<number>): void {
    const next = new Set(this.#ids)
    for (const id of ids) next.delete(id)
    this.#replace(next)
  }
  clear(): void {
    this.#replace(new Set())
  }

  #replace(next: ReadonlySet<number>): void {
    this.#ids = next
    for (const listener of [...this.#listeners]) listener()
  }
}

export const useSelectedIds = (selection: Selection): ReadonlySet<number> =>
  useSyncExternalStore(selection.subscribe, selection.ids)

/** Returns how many of the rows are selected. */
export const useShareSelected = (selection: Selection, ids: readonly number[]) =>
  useSyncExternalStore(selection.subscribe, () => shareOf(selection.ids(), ids))

export function shareOf(selected: ReadonlySet<number>, ids: readonly number[]): 'none' | 'some' | 'all' {
  if (ids.length > 0 && ids.every((id) => selected.has(id))) return 'all'
  return ids.some((id) => selected.has(id)) ? 'some' : 'none'
}

export const useIsSelected = (selection: Selection, id: number): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.ids().has(id))
