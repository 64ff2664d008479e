import { expect, test } from 'vitest'
import { chipStateOf } from './chip-state.ts'

const calm = {
  needsYou: 0,
  needsYouFiles: 0,
  listedWithNeedsYou: { entries: 0, files: 0 },
  pausedFor: null,
  waiting: 0,
  filesWaiting: 0,
  isSending: false,
  network: 'online',
} as const

test('the chip shows the sync state: sent, waiting, sending, offline', () => {
  // OFF-042, interface rule 2
  expect(chipStateOf(calm, true)).toBe('allSent')
  expect(chipStateOf({ ...calm, waiting: 2 }, true)).toBe('waiting')
  expect(chipStateOf({ ...calm, waiting: 2, isSending: true }, true)).toBe('sending')
  expect(chipStateOf(calm, false)).toBe('offline')
  expect(chipStateOf({ ...calm, waiting: 2 }, false)).toBe('offlineWaiting')
})

test('the outbox overrides the browser on whether the server is reachable', () => {
  expect(chipStateOf({ ...calm, network: 'offline' }, true)).toBe('offline')
  expect(chipStateOf({ ...calm, network: 'portal', waiting: 1 }, true)).toBe('offlineWaiting')
})

test('entries that need user action take precedence over everything else', () => {
  expect(chipStateOf({ ...calm, needsYou: 1, waiting: 3, isSending: true }, false)).toBe('needsYouWaiting')
  expect(chipStateOf({ ...calm, needsYou: 1 }, true)).toBe('needsYou')
  expect(chipStateOf({ ...calm, pausedFor: 'auth', waiting: 1 }, true)).toBe('signIn')
})

test('an entry that has arrived without all its files does not show as sent', () => {
  expect(chipStateOf({ ...calm, filesWaiting: 1 }, true)).toBe('waiting')
})
