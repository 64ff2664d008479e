import type { HistoryFields } from '#src/offline/model/command.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'

/** An entry as a user enters it, the same for every client. */
export interface BenchEntry {
  id: string
  payload: HistoryFields
}

/** Default number of vehicles. */
export const VEHICLES = 5
const SERVICES = 5
const COMMENT =
  'Front pads worn to 3 mm, rotors within limits. Driver reports a pull to the left under braking. '

/**
 * Returns entry `index` of a seed: about 1 KB of fields for one of the vehicles, with an id generated on the client.
 */
export function benchEntry(seed: number, index: number, vehicles = VEHICLES): BenchEntry {
  const random = seededRandom(`${seed}/entry/${index}`)
  const whole = (below: number) => Math.floor(random() * below)
  return {
    id: uuid(random),
    payload: {
      vehicle_id: (index % vehicles) + 1,
      custom_shop_name: `Harbour Road Garage ${whole(100)}`,
      zip: String(10_000 + whole(80_000)),
      po_number: `PO-${whole(1e9)}`,
      odometer: 20_000 + index,
      date_of_completion: '2025-03-14',
      customer_comments: `${COMMENT}#${index}`,
      vehicle_services: Array.from({ length: SERVICES }, () => ({
        service_definition_id: 1 + whole(60),
        price: `${whole(900)}.${10 + whole(90)}`,
        service_miles: 20_000 + index,
      })),
    },
  }
}

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  hex[12] = '7'
  hex[16] = '8'
  const text = hex.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  )
}
