import { expect, it, vi } from 'vitest'
import { waitingSave } from './waiting-save.ts'

it('a waiting save runs once when the form is ready', () => {
  const [onChange, save] = [vi.fn(), vi.fn()]
  const waiting = waitingSave(onChange)
  waiting.end(save)
  expect(save).not.toHaveBeenCalled()
  waiting.begin()
  waiting.end(save)
  waiting.end(save)
  expect(save).toHaveBeenCalledOnce()
  expect(onChange.mock.calls).toEqual([[true], [false]])
})

it('discarding the draft cancels the waiting save', () => {
  const [onChange, save] = [vi.fn(), vi.fn()]
  const waiting = waitingSave(onChange)
  waiting.begin()
  waiting.end(undefined)
  // The file is ready only now.
  waiting.end(save)
  expect(save).not.toHaveBeenCalled()
  expect(onChange).toHaveBeenLastCalledWith(false)
})
