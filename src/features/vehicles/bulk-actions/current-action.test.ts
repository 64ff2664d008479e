import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAction, isResultUnread, markResultRead, setCurrentAction, showUndo } from './current-action.ts'

const stored = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }),
)
afterEach(() => vi.unstubAllGlobals())

test('a new action does not hide the undo of the earlier ones (VEH-115)', () => {
  const shown = () => stored.get('bulk_action:7')
  for (const id of ['a', 'b', 'c', 'd']) setCurrentAction(7, id)
  expect(shown()).toBe('d c b')
  showUndo(7, 'c', 'undo')
  showUndo(7, 'c', 'undo')
  expect(shown()).toBe('d undo b')
  for (const id of ['d', 'b', 'undo']) closeAction(7, id)
  expect(shown()).toBeUndefined()
})

test('each shown action opens with its details until the user has read them', () => {
  for (const id of ['e', 'f']) setCurrentAction(8, id)
  showUndo(8, 'e', 'undo of e')
  expect(['f', 'undo of e'].map(isResultUnread)).toEqual([true, true])
  markResultRead('f')
  expect(['f', 'undo of e'].map(isResultUnread)).toEqual([false, true])
})
