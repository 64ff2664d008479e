/** Notifies a current run of newly queued operations. */
export interface WakeSignal {
  notify(): void
  /** Resolves at the next notification. Call it before looking for work, so that none is missed in between. */
  next(): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let resolve = () => {}
  let next: Promise<void> | null = null
  return {
    notify() {
      next = null
      resolve()
    },
    next() {
      next ??= new Promise((done) => {
        resolve = done
      })
      return next
    },
  }
}
