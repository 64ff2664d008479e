import type { OfflineAccess } from '#src/local-data/local-work.ts'

/**
 * Expires the session when the outbox is paused by a 401, because it may detect the ended session first (OFF-041). A
 * pause that is already there when the outbox opens is from before the sign-in and says nothing about this session.
 */
export function expireWithOutbox(
  offline: Pick<OfflineAccess, 'current' | 'subscribe'>,
  expire: () => void,
): () => void {
  let stopStatus = () => {}
  const follow = () => {
    stopStatus()
    const state = offline.current()
    if (state.status !== 'ready') return
    let before: 'auth' | null | undefined
    stopStatus = state.offline.outbox.status.subscribe(({ pausedFor }) => {
      if (pausedFor === 'auth' && before === null) expire()
      before = pausedFor
    })
  }
  follow()
  const stopAccess = offline.subscribe(follow)
  return () => {
    stopAccess()
    stopStatus()
  }
}
