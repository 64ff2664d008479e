interface Sample {
  /** When the primary was at this position, in ms. */
  at: number
  position: bigint
}

/** Positions of ten minutes at four a second, so that a replica that stays unreachable does not use up memory. */
const SAMPLES_MAX = 2400

/**
 * Computes how far a replica is behind from samples of the primary's position. An idle primary causes no lag, as it would
 * with the time of the last replayed transaction.
 */
export function replicaLag() {
  let samples: Sample[] = []
  let caughtUpTo = Number.NEGATIVE_INFINITY
  return {
    /** Records where the primary was at this time, and how far the replica has replayed. */
    record(primary: Sample, replayed: bigint) {
      samples.push(primary)
      const open = samples.findIndex(({ position }) => position > replayed)
      const done = open === -1 ? samples.length : open
      caughtUpTo = samples[done - 1]?.at ?? caughtUpTo
      samples = samples.slice(done).slice(-SAMPLES_MAX)
    },
    /** The replica has everything that was committed before this time. */
    get caughtUpTo() {
      return caughtUpTo
    },
    secondsAt: (now: number) => (samples[0] ? Math.max(0, now - samples[0].at) / 1000 : 0),
    forget() {
      samples = []
      caughtUpTo = Number.NEGATIVE_INFINITY
    },
  }
}
