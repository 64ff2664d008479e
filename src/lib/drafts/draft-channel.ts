/** Broadcast channel that announces saved drafts to other tabs. */
const CHANNEL = 'wheelbook-drafts'

/** Announces to other tabs that a draft was saved. `name`: name of its slot. */
export function announceDraftSaved(name: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ saved: name })
  channel.close()
}

/** Calls `listener` when another tab saved a draft. @returns a function that stops listening */
export function onDraftSaved(listener: (name: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<{ saved?: unknown } | null>) => {
    if (typeof data?.saved === 'string') listener(data.saved)
  }
  return () => channel.close()
}
