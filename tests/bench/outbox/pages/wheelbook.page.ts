import { openOffline } from '#src/offline/offline.ts'
import { breakOnPurpose, type Mutant } from './mutants.ts'
import { offer } from './page-api.ts'

/** Set by the build of a mutant. */
declare const __MUTANT__: Mutant | null
/** Mutants have none: it would send what the page has forgotten. */
declare const __HAS_WORKER__: boolean

if (__MUTANT__) breakOnPurpose(__MUTANT__)
if (__HAS_WORKER__) {
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}

const offline = await openOffline({
  tenantId: 1,
  userId: 1,
  country: 'US',
  appName: 'bench',
  appVersion: 'bench',
})
const { outbox } = offline
offline.start()

// After a 401 everything waits for the person, who signs in at once: how long that takes is not the outbox's doing.
outbox.status.subscribe(({ pausedFor }) => {
  if (pausedFor === 'auth') outbox.start()
})

offer({
  async enqueue({ id, payload }) {
    await outbox.enqueue({ kind: 'history.create', id, payload, files: [] })
    return true
  },
  async count() {
    const { waiting, filesWaiting, needsYou } = await outbox.status.current()
    return waiting + filesWaiting + needsYou
  },
  waiting: async () => (await outbox.entries.current()).map((entry) => entry.entityId),
  isSending: async () => (await outbox.status.current()).isSending,
})
