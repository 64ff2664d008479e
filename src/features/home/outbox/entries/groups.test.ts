import { expect, test } from 'vitest'
import type { Trouble, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { groupEntriesOf, groupsOf, isGroup } from './groups.ts'

let count = 0

function anEntry(change: Partial<WaitingEntry> = {}, status = 404, code = 'not_found'): WaitingEntry {
  count += 1
  const trouble: Trouble = { class: 'rejected', status, code, at: 0 }
  return {
    opId: `op-${count}`,
    kind: 'history.create',
    entityId: `entity-${count}`,
    vehicleId: 5,
    vehicle: null,
    state: 'rejected',
    savedAt: count,
    nextTryAt: null,
    trouble,
    blockedBy: null,
    isBehind: false,
    canMove: true,
    payload: null,
    conflict: null,
    files: [],
    ...change,
  }
}

const shapeOf = (entries: WaitingEntry[], visible: number[] = []) =>
  groupsOf(entries, (id) => visible.includes(id)).map((item) =>
    isGroup(item) ? [item.reason, item.vehicleId, item.entries.length, item.actions.join(' ')] : item.opId,
  )

test('entries refused for the same cause form one group at the position of the first', () => {
  const other = anEntry({ state: 'conflict', kind: 'history.update' }, 412, 'stale')
  const lost = [anEntry(), anEntry({ kind: 'reading.create' }), anEntry()]
  expect(shapeOf([anEntry({ vehicleId: 6 }), lost[0], other, lost[1], lost[2]] as WaitingEntry[])).toEqual([
    expect.stringMatching('op-'),
    ['vehicleGone', 5, 3, 'move retry export discard'],
    other.opId,
  ])
})

test('another missing vehicle or another problem code makes another group', () => {
  const entries = [
    anEntry(),
    anEntry(),
    anEntry({ vehicleId: 6 }),
    anEntry({ vehicleId: 6 }),
    anEntry({}, 400, 'malformed'),
    anEntry({ vehicleId: 8 }, 400, 'malformed'),
    anEntry({}, 409, 'gone_elsewhere'),
    anEntry({}, 409, 'gone_elsewhere'),
  ]
  expect(shapeOf(entries, [8]).map((shape) => shape.slice(0, 3))).toEqual([
    ['vehicleGone', 5, 2],
    ['vehicleGone', 6, 2],
    ['refused', null, 2],
    ['refused', null, 2],
  ])
})

test('a withdrawn permission is one cause for all vehicles; a vehicle out of sight is a separate cause', () => {
  const refused = [1, 2, 3, 3].map((vehicleId) => anEntry({ vehicleId }, 403, 'not_allowed'))
  expect(shapeOf(refused, [1, 2, 3]).map((shape) => shape.slice(0, 3))).toEqual([['notAllowed', null, 4]])
  expect(shapeOf(refused, [1, 2]).map((shape) => shape.slice(0, 3))).toEqual([
    ['notAllowed', null, 2],
    ['notAllowed', 3, 2],
  ])
})

test('a group offers only actions that apply to each of its entries', () => {
  const entries = [anEntry(), anEntry({ canMove: false })]
  expect(shapeOf(entries)).toEqual([['vehicleGone', 5, 2, 'retry export discard']])
})

test('entries that need individual decisions are never grouped', () => {
  const fields = { odometer: ['odometer'] }
  const refused = () =>
    anEntry({ trouble: { class: 'rejected', status: 422, code: 'validation', fields, at: 0 } })
  const conflict = () => anEntry({ state: 'conflict', kind: 'history.update' }, 412, 'stale')
  expect(shapeOf([refused(), refused(), conflict(), conflict()], [5])).toHaveLength(4)
})

test('a group action includes the files that need user action', () => {
  const file = (state: WaitingEntry['state'], opId: string) => ({
    opId,
    fileId: opId,
    name: 'a.pdf',
    size: 1,
    state,
    uploaded: 0,
    trouble: null,
    isRemoved: false,
  })
  const entry = anEntry({ files: [file('rejected', 'one'), file('held', 'two')] })
  expect(groupEntriesOf([entry])).toEqual([{ opId: entry.opId, fileOpIds: ['one'] }])
})
