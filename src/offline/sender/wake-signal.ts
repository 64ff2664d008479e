/** Tells a run that is under way of what came in line since. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring. Ask before looking, so that no ring falls between look and wait. */
  next(): Promise<void>
}

export function makeBell(): Bell {
  let resolve = () => {}
  let next: Promise<void> | null = null
  return {
    ring() {
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
