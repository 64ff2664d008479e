import { expect, it } from 'vitest'
import { watchPollers } from '#server/jobs/poller-watch.ts'
import { startPayments, startReminders } from './pollers.ts'
import { stopStack } from './stop-stack.ts'

const log = { warn: () => {} }

/** A round that always has more to do. */
function endless() {
  let rounds = 0
  const reached = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    round: async () => {
      if (++rounds === 3) reached.resolve()
      await new Promise(setImmediate)
      return 1
    },
  }
}

it('a stop ends the processing of payments that has a backlog (R-14)', async () => {
  const started = stopStack()
  const { round, reached } = endless()
  const db = { query: async () => [] }
  startPayments({ payments: { reconcile: round }, db, ports: {}, log } as never, {
    started,
    watch: watchPollers(),
  })
  await reached
  await started.unwind()
}, 3000)

it('a stop ends the sending of reminders that has a backlog (R-14)', async () => {
  const started = stopStack()
  const { round, reached } = endless()
  const services = { reminderPlanner: { planAppointments: async () => {} }, reminderSender: { round }, log }
  startReminders(services as never, { started, watch: watchPollers() })
  await reached
  await started.unwind()
}, 3000)

it('knows how long ago reminders and each part of the payments last succeeded (R-15)', async () => {
  const started = stopStack()
  let now = 0
  const watch = watchPollers(() => now)
  const reminders = endless()
  const reminderPlanner = { planAppointments: async () => {} }
  startReminders({ reminderPlanner, reminderSender: { round: reminders.round }, log } as never, {
    started,
    watch,
  })
  let steps = 0
  const payments = {
    // The first step succeeds and the second fails.
    reconcile: async () => {
      if (++steps === 2) throw new Error('The database does not respond.')
      return 1
    },
    sendReceipts: async () => 0,
    checkSettlements: async () => 0,
  }
  startPayments({ payments, db: { query: async () => [] }, ports: {}, log } as never, { started, watch })
  // Before any round has ended.
  now = 200_000
  await reminders.reached
  expect(steps).toBe(2)
  // A long backlog is not a failure: its round ends, and the next one continues.
  now = 700_000
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const ages = watch.states().map(({ name, successAgeSeconds }) => [name, successAgeSeconds])
  expect(Object.fromEntries(ages)).toMatchObject({ payments: 700, receipts: 500, reminders: 0 })
  await started.unwind()
}, 3000)
