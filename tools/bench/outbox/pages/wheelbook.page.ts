import { lockName } from '#src/offline/model/scope.ts'
import { openOffline } from '#src/offline/offline.ts'
import { offer } from './page-api.ts'

/** Set by the build: whether there is a service worker, and whether the page or only the worker sends. */
declare const __HAS_WORKER__: boolean
declare const __PAGE_SENDS__: boolean

if (__HAS_WORKER__) {
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}

const SCOPE = { tenantId: 1, userId: 1 }
const offline = await openOffline({ ...SCOPE, country: 'US', appName: 'bench', appVersion: 'bench' })
const { outbox } = offline
offline.start()
// Started first, because the outbox stores the app's name for the worker.
if (!__PAGE_SENDS__) await offline.stop()

// After a 401 the queue waits for a sign-in. Signing in at once excludes that wait from the measurement.
let isPersonHere = true
const signInIfAsked = (pausedFor: string | null) => {
  if (pausedFor === 'auth' && isPersonHere) outbox.start()
}
outbox.status.subscribe(({ pausedFor }) => signInIfAsked(pausedFor))

const NEEDS_YOU = new Set(['rejected', 'conflict', 'damaged', 'stuck'])
const entriesInNeed = async () =>
  (await outbox.entries.current()).filter(
    ({ state, files }) => NEEDS_YOU.has(state) || files.some((file) => NEEDS_YOU.has(file.state)),
  )

offer({
  async enqueue({ id, payload }, file) {
    const saved = await outbox.enqueue({ kind: 'history.create', id, payload, files: file ? [file] : [] })
    return saved.opId
  },
  async count() {
    const { waiting, filesWaiting, needsYou } = await outbox.status.current()
    return waiting + filesWaiting + needsYou
  },
  waiting: async () => (await outbox.entries.current()).map((entry) => entry.entityId),
  needsYou: async () => (await entriesInNeed()).map((entry) => entry.entityId),
  async isSending() {
    if (__PAGE_SENDS__) return (await outbox.status.current()).isSending
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === lockName(SCOPE))
  },
  signIn() {
    isPersonHere = true
    void outbox.status.current().then(({ pausedFor }) => signInIfAsked(pausedFor))
  },
  leave() {
    isPersonHere = false
  },
  async sendNow() {
    for (const { opId } of await entriesInNeed()) await outbox.retry(opId)
  },
})
