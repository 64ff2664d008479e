import type { OutboxStatus, RunResult } from '#src/offline/model/api/outbox-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Watched } from '#src/offline/model/live.ts'
import type { PageEvents } from '#src/offline/model/page-events.ts'
import { ensureReserves } from '#src/offline/storage/reserve.ts'
import type { ProbeResult } from '#src/offline/transport/probe.ts'
import { askForBackgroundSync } from './background-sync.ts'
import { type Engine, startEngine } from './engine.ts'
import { createStallDetector } from './lock/stall-detector.ts'
import type { SenderContext } from './send-lane.ts'
import { lockOutbox, resume, sweep } from './sweep.ts'
import { openTabChannel } from './tab-channel.ts'

/** Starts and stops the sender of an outbox. */
export interface SenderControl {
  start(): void
  stop(): Promise<void>
  /** Stops, and prevents every tab and worker from sending until this user signs in again. */
  lock(): Promise<void>
  /** Notifies this page, the other tabs and the worker that the outbox has changed. */
  changed(): void
  nudge(): void
  flush(): Promise<RunResult>
  /** Calls `listener` when a run sends nothing but files. Returns a function that stops it. */
  onOnlyFiles(listener: () => void): () => void
  close(): void
}

export interface SenderParts {
  context: SenderContext
  page: PageEvents
  network: Watched<OutboxStatus['network']>
  probe(): Promise<ProbeResult>
}

/** Creates the sender; nothing is sent before `start()`. */
export function createSender({ context, page, network, probe }: SenderParts): SenderControl {
  const { store, clock, sender } = context
  const owner = newId()
  let engine: Engine | null = null
  /** Whether it was started and not stopped since. */
  let isOn = false
  const tabChannel = openTabChannel(store.scope, () => engine?.wake())

  function changed(): void {
    engine?.wake()
    tabChannel.notify()
    void askForBackgroundSync()
  }

  async function begin(): Promise<void> {
    await resume(store, sender.appName)
    if (!isOn) return
    engine ??= startEngine({
      context,
      page,
      owner,
      probe,
      network: network.value,
      isHolderStalled: createStallDetector(store, clock),
    })
    changed()
    await sweep(store)
    engine?.wake()
    // Last, because it is the largest write of a start.
    await ensureReserves(store.db)
  }

  async function stop(): Promise<void> {
    isOn = false
    const ending = engine
    engine = null
    await ending?.stop()
  }

  return {
    start() {
      isOn = true
      begin().catch((error: unknown) => {
        if (isOn) console.error('The outbox could not start', error)
      })
    },
    stop,
    async lock() {
      await stop()
      await lockOutbox(store, clock.now())
    },
    changed,
    nudge() {
      tabChannel.notify()
      engine?.nudge()
    },
    flush: async () => (engine ? engine.flush() : 'stopped'),
    onOnlyFiles: (listener) => engine?.onOnlyFiles(listener) ?? (() => {}),
    close() {
      void stop().finally(() => {
        tabChannel.close()
        store.close()
      })
    },
  }
}
