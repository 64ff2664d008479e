/** Tells the other tabs that a draft was saved, and hears it from them. */
const CHANNEL = 'wheelbook-drafts'

/** @param name name of the slot whose entry was saved */
export function announceDraftSaved(name: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ saved: name })
  channel.close()
}

/** @returns the way to stop listening */
export function onDraftSaved(listener: (name: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<{ saved?: unknown } | null>) => {
    if (typeof data?.saved === 'string') listener(data.saved)
  }
  return () => channel.close()
}
