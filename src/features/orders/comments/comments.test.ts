import { expect, it } from 'vitest'
import { baseOfSave, parseComments, seenComments } from './comments.ts'

const order = { rev: 3, customer_comments: 'Rattles', id: 7, total: '99.00' }
const waiting = { opId: 'op', comments: 'Squeaks', needsYou: false }

it('a draft stores only what a save is based on', () => {
  expect(seenComments(order, waiting)).toEqual({
    rev: 3,
    customer_comments: 'Rattles',
    waiting: { opId: 'op', comments: 'Squeaks' },
  })
})

it('the typed text is restored, and what was seen only if it is complete', () => {
  const seen = seenComments(order, waiting)
  expect(parseComments({ typed: 'New', seen })).toEqual({ typed: 'New', seen })
  expect(parseComments({ typed: 'New', seen: null })).toEqual({ typed: 'New', seen: null })
  expect(parseComments({ typed: 'New', seen: { order, waiting } })).toEqual({ typed: 'New', seen: null })
  expect(parseComments({ typed: 7, seen })).toBeUndefined()
  expect(parseComments(null)).toBeUndefined()
})

it('a save is based on what was seen, unless the order changed without its comments', () => {
  const seen = seenComments(order, null)
  expect(baseOfSave(seen, { ...order, rev: 4 }, null)).toEqual({ ...seen, rev: 4 })
  expect(baseOfSave(seen, { rev: 4, customer_comments: 'Theirs' }, null)).toEqual(seen)
  expect(baseOfSave(seen, { ...order, rev: 4 }, waiting)).toEqual(seen)
  expect(baseOfSave(null, { ...order, rev: 4 }, waiting)).toEqual({ ...seenComments(order, waiting), rev: 4 })
})
