import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { createWatched, type Watched } from '#src/offline/model/live.ts'
import { pageEvents } from '#src/offline/model/page-events.ts'
import { createSender, type SenderControl } from '#src/offline/sender/sender-control.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { probe } from '#src/offline/transport/probe.ts'
import { fetchTransport } from '#src/offline/transport/transport.ts'
import { bestTransport } from '#src/offline/transport/upload-transport.ts'
import { shopSenderContext } from './shop-sender.ts'

export interface ShopSender {
  sender: SenderControl
  network: Watched<OutboxStatus['network']>
}

/** Creates a page's sender for one order; nothing is sent before it is started. Closing it closes the store. */
export function openShopSender(store: Store, appName: string): ShopSender {
  const page = pageEvents()
  const network = createWatched<OutboxStatus['network']>(page.isOffline() ? 'offline' : 'unknown')
  const context = shopSenderContext(store, {
    sender: { scope: store.scope, appName, baseUrl: '' },
    isVisible: page.isVisible,
    transport: bestTransport(
      fetchTransport(deviceClock, (...request) => fetch(...request)),
      deviceClock,
    ),
    onContact: network.set,
  })
  const sender = createSender({
    context,
    page,
    network,
    probe: () => probe(deviceClock, (...request) => fetch(...request), ''),
  })
  return { sender, network }
}
