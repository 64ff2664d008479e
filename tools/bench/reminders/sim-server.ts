// A server of the simulation, in a separate process that may be killed at any moment. Messages set its clock.
import { loadBrands } from '#server/brands/brands.ts'
import { openDatabase } from '#server/db/database.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { smtpMail } from '#server/integrations/mail/live.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { localSms } from '#server/integrations/sms/local.ts'
import { smsQueue } from '#server/integrations/sms/sms-queue.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { workers } from '#server/jobs/workers.ts'
import { reminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import { reminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { dueDates } from '#server/modules/maintenance/schedules/due-dates.ts'

/** 'night': also runs the daily jobs. */
export interface Tick {
  now: string
  night: boolean
}

const [databaseUrl = '', smtp = ''] = process.argv.slice(2)
const log = { error: (about: object, message: string) => console.error(message, about) }
const db = openDatabase(databaseUrl, { max: 6 })
const jobs = openJobs(db, log, { heartbeatSeconds: 10, lookSeconds: 1 })
await jobs.start()
const dates = dueDates({ db, log, announce: () => {} })
const planner = reminderPlanner({ db })
const post = reminderSender({
  db,
  ports: {
    mail: mailQueue(db, jobs),
    sms: smsQueue(jobs),
    brands: loadBrands(),
    originOf: () => 'https://fleet.example',
    unsubscribeSecret: async () => 'secret',
    log,
  },
})
await jobs.work(
  workers({
    db,
    mail: smtpMail({ url: smtp, from: 'Wheelbook <no-reply@wheelbook.example>' }),
    smsPort: localSms,
    now: () => new Date(),
    files: localFileStore('/nowhere'),
    // Ticks advance the simulated clock; the scheduled jobs of the real clock are disabled.
    changes: { announce: () => {} },
    dueDates: { refreshAll: async () => 0 },
    reminderPlanner: { planDay: async () => 0 },
    reminderSender: { forgetOld: async () => {} },
    telematicsSync: { run: async () => {}, startDaily: async () => {} },
    bulkRun: { run: async () => {}, deleteOld: async () => {} },
    bulkActionsRun: { run: async () => {} },
    transferRun: { run: async () => {} },
    recalls: { refreshAll: async () => {}, lookUpNew: async () => {} },
    lockoutNotice: { sendDue: async () => {} },
  }),
)

process.on('message', ({ now: instant, night }: Tick) => void tick(new Date(instant), night))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function tick(now: Date, night: boolean): Promise<void> {
  try {
    if (night) {
      await dates.refreshAll(now)
      await planner.planDay(now)
    }
    await planner.planAppointments(now)
    while ((await post.round(now)) > 0);
    process.send?.('done')
  } catch (error) {
    console.error(error)
    process.send?.('failed')
  }
}
