/** The work of one fleet. */
interface Lane {
  fleetId: number
  running: number
  waiting: Set<() => void>
}

/**
 * Lets work of many fleets run in turns: at most `max` pieces of work at once, at most `maxPerFleet` of them for the
 * same fleet. Waiting fleets get turns one after another, regardless of how many pieces each of them has. So one fleet
 * cannot make others wait for all of its work. Within a fleet, the order is that of arrival.
 */
export class FairTurns {
  readonly #max: number
  readonly #maxPerFleet: number
  /** In the order in which fleets get their next turn. */
  readonly #lanes = new Map<number, Lane>()
  #running = 0

  constructor({ max, maxPerFleet }: { max: number; maxPerFleet: number }) {
    this.#max = max
    this.#maxPerFleet = maxPerFleet
  }

  /** Runs `work` of a fleet once it is the fleet's turn. Returns its result, and throws what it throws. */
  async run<T>(fleetId: number, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(fleetId) ?? { fleetId, running: 0, waiting: new Set() }
    if (lane.waiting.size === 0 && this.#hasRoom(lane)) this.#begin(lane)
    else await this.#untilTurn(lane)
    try {
      return await work()
    } finally {
      lane.running--
      this.#running--
      this.#moveToEnd(lane)
      // Twice: a fleet that has just had its turn may still have room for another.
      this.#grant()
      this.#grant()
    }
  }

  #hasRoom = ({ running }: Lane) => this.#running < this.#max && running < this.#maxPerFleet

  #untilTurn(lane: Lane): Promise<void> {
    this.#lanes.set(lane.fleetId, lane)
    return new Promise((resolve) => {
      const enter = () => {
        lane.waiting.delete(enter)
        this.#begin(lane)
        resolve()
      }
      lane.waiting.add(enter)
    })
  }

  #begin(lane: Lane) {
    lane.running++
    this.#running++
    this.#moveToEnd(lane)
  }

  /** The fleet's next turn comes after those of the fleets that wait now. */
  #moveToEnd(lane: Lane) {
    this.#lanes.delete(lane.fleetId)
    if (lane.running > 0 || lane.waiting.size > 0) this.#lanes.set(lane.fleetId, lane)
  }

  /** Gives each waiting fleet a turn, as far as there is room. */
  #grant() {
    for (const lane of [...this.#lanes.values()]) {
      const [next] = lane.waiting
      if (next && this.#hasRoom(lane)) next()
    }
  }
}
