import { expect, test, vi } from 'vitest'
import { Selection, shareOf } from './selection.ts'

test('toggles and adds, and notifies its listeners until they unsubscribe', () => {
  const selection = new Selection()
  const listener = vi.fn()
  const leave = selection.subscribe(listener)
  selection.toggle(1)
  selection.add([2, 3])
  selection.toggle(1)
  expect([...selection.ids()]).toEqual([2, 3])
  expect(listener).toHaveBeenCalledTimes(3)
  leave()
  selection.clear()
  expect(selection.ids().size).toBe(0)
  expect(listener).toHaveBeenCalledTimes(3)
})

test('extends from the last toggled vehicle in the order of the list, in both directions', () => {
  const selection = new Selection()
  const order = [5, 3, 9, 1, 7]
  selection.toggle(9)
  selection.extendTo(7, order)
  expect([...selection.ids()]).toEqual([9, 1, 7])
  selection.extendTo(5, order)
  expect(selection.ids().size).toBe(5)
  // The last one is no longer in the list.
  selection.toggle(4)
  selection.clear()
  selection.extendTo(3, order)
  expect([...selection.ids()]).toEqual([3])
})

test('the rows of a page are selected and deselected together, and other pages stay', () => {
  const selection = new Selection()
  selection.add([1, 2, 9])
  expect(shareOf(selection.ids(), [1, 2])).toBe('all')
  expect(shareOf(selection.ids(), [2, 3])).toBe('some')
  expect(shareOf(selection.ids(), [3])).toBe('none')
  expect(shareOf(selection.ids(), [])).toBe('none')
  selection.remove([1, 2, 3])
  expect([...selection.ids()]).toEqual([9])
})
