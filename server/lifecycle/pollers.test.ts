import { it } from 'vitest'
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
  startPayments({ payments: { reconcile: round }, db, ports: {}, log } as never, started)
  await reached
  await started.unwind()
}, 3000)

it('a stop ends the sending of reminders that has a backlog (R-14)', async () => {
  const started = stopStack()
  const { round, reached } = endless()
  const services = { reminderPlanner: { planAppointments: async () => {} }, reminderSender: { round }, log }
  startReminders(services as never, started)
  await reached
  await started.unwind()
}, 3000)
