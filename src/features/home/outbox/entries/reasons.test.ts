import { expect, test } from 'vitest'
import type { Trouble } from '#src/offline/model/api/outbox-api.ts'
import { actionsOf, reasonOf, waitsFor } from './reasons.ts'

const trouble = (status: number, code: string | null = null, fields?: Record<string, string[]>): Trouble => ({
  class: 'rejected',
  status,
  code,
  at: 0,
  ...(fields ? { fields } : {}),
})
/** The response of a proxy or a filter. */
const onTheWay = (status: number): Trouble => ({ ...trouble(status), class: 'network' })
const rejected = (
  kind: 'history.create' | 'history.update' | 'void.create' | 'mark.create' | 'file.put',
  why: Trouble,
) => ({
  kind,
  state: 'rejected' as const,
  trouble: why,
  files: [],
})

test("the reason why an entry needs user action follows from the server's response (OFF-039)", () => {
  const cases = [
    [rejected('history.create', trouble(404)), 'vehicleGone'],
    [rejected('history.update', trouble(404)), 'entryDeleted'],
    [rejected('history.update', trouble(410)), 'entryDeleted'],
    [rejected('history.create', trouble(403)), 'notAllowed'],
    [rejected('history.create', trouble(413)), 'tooLarge'],
    [rejected('history.create', trouble(422, 'file_type')), 'fileType'],
    [rejected('history.create', trouble(422, 'validation', { odometer: ['odometer'] })), 'fields'],
    [rejected('history.create', trouble(400, 'malformed')), 'refused'],
    [rejected('file.put', trouble(404)), 'filesGone'],
    [rejected('void.create', trouble(409, 'already_void')), 'alreadyVoid'],
    [rejected('mark.create', trouble(409, 'interval_reset')), 'intervalReset'],
    [{ kind: 'unknown', state: 'damaged', trouble: null, files: [] }, 'unreadable'],
    [{ kind: 'history.create', state: 'damaged', trouble: null, files: [] }, 'damaged'],
    [{ kind: 'history.create', state: 'stuck', trouble: null, files: [] }, 'stuck'],
    [{ kind: 'history.create', state: 'stuck', trouble: onTheWay(403), files: [] }, 'blockedOnTheWay'],
    [{ kind: 'history.create', state: 'stuck', trouble: onTheWay(413), files: [] }, 'tooLargeOnTheWay'],
    [{ kind: 'history.update', state: 'conflict', trouble: null, files: [] }, 'conflict'],
    [{ kind: 'history.delete', state: 'conflict', trouble: null, files: [] }, 'conflictDelete'],
  ] as const
  for (const [entry, reason] of cases) expect(reasonOf({ ...entry, files: [] }, true), reason).toBe(reason)
  expect(reasonOf(rejected('history.update', trouble(404)), false)).toBe('vehicleGone')
})

test('an entry of which only a file failed shows the reason of the file', () => {
  const files = [
    { state: 'pending', trouble: null },
    { state: 'damaged', trouble: null },
  ] as const
  expect(reasonOf({ kind: 'history.create', state: 'pending', trouble: null, files: [...files] }, true)).toBe(
    'damagedFile',
  )
  const lost = [{ state: 'damaged', trouble: trouble(0, 'file_needs_space') }] as const
  expect(reasonOf({ kind: 'history.create', state: 'pending', trouble: null, files: [...lost] }, true)).toBe(
    'needsSpace',
  )
  const altered = [{ state: 'stuck', trouble: trouble(422, 'digest_mismatch') }] as const
  expect(reasonOf({ kind: 'file.put', state: 'pending', trouble: null, files: [...altered] }, true)).toBe(
    'alteredOnTheWay',
  )
  const tooLarge = [{ state: 'stuck', trouble: onTheWay(413) }] as const
  expect(reasonOf({ kind: 'file.put', state: 'pending', trouble: null, files: [...tooLarge] }, true)).toBe(
    'tooLargeOnTheWay',
  )
})

test('a waiting entry shows the cause that the user could change', () => {
  const entry = {
    kind: 'history.create',
    state: 'pending',
    trouble: null,
    blockedBy: null,
    isBehind: false,
  } as const
  const online = { network: 'online', pausedFor: null } as const
  expect(waitsFor(entry, online, true)).toBe('turn')
  expect(waitsFor(entry, online, false)).toBe('signal')
  expect(waitsFor(entry, { ...online, network: 'portal' }, true)).toBe('portal')
  expect(waitsFor(entry, { ...online, pausedFor: 'auth' }, true)).toBe('signIn')
  expect(waitsFor({ ...entry, isBehind: true }, online, true)).toBe('behind')
  expect(waitsFor({ ...entry, blockedBy: 'x' }, online, true)).toBe('earlier')
  expect(waitsFor({ ...entry, state: 'sending' }, online, true)).toBe('sending')
  expect(waitsFor({ ...entry, state: 'held' }, online, true)).toBe('otherVersion')
  expect(
    waitsFor({ ...entry, state: 'retry', trouble: { ...trouble(503), class: 'server' } }, online, true),
  ).toBe('server')
  expect(waitsFor({ ...entry, state: 'retry', trouble: onTheWay(403) }, online, true)).toBe('blocked')
  expect(waitsFor({ ...entry, state: 'retry', trouble: onTheWay(0) }, online, true)).toBe('lostConnection')
})

test('only actions that can help are offered, the most useful one first', () => {
  const all = { canMove: true, canEdit: true, canCompare: true, isWaitingForItsTime: true }
  expect(actionsOf({ ...all, reason: 'vehicleGone' })[0]).toBe('move')
  expect(actionsOf({ ...all, reason: 'conflict' })).toEqual(['compare', 'export'])
  expect(actionsOf({ ...all, canCompare: false, reason: 'conflict' })).toEqual(['mine', 'theirs', 'export'])
  expect(actionsOf({ ...all, reason: 'unreadable' })).toEqual(['export', 'discard'])
  expect(actionsOf({ ...all, reason: 'intervalReset' })).toEqual(['discard', 'export'])
  expect(actionsOf({ ...all, reason: 'fields' })[0]).toBe('edit')
  expect(actionsOf({ ...all, canMove: false, reason: null })).toEqual([
    'sendNow',
    'edit',
    'discard',
    'export',
  ])
})
