/** Tells a run that is under way of what came in line since. */
export interface WakeSignal {
  notify(): void
  /** Resolves at the next ring. Ask before looking, so that no ring falls between look and wait. */
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
