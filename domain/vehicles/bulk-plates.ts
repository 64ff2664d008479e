import type { BulkVehicle } from './bulk-rules.ts'
import { normalizePlate } from './vehicle-search.ts'

export type Plate = Pick<BulkVehicle, 'license_plate_number' | 'license_plate_state'>

/** The plate of a vehicle of the fleet. */
type StoredPlate = Plate & { vin: string | null }

/** Returns 30 bits: V8 stores such numbers without allocating memory for them. */
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & 0x3fffffff
}

/**
 * Finds duplicate plates in little memory, by two passes through the file. First `add` the plates of every accepted row
 * and of the fleet's vehicles. Then add every row again to the result of `secondPass`. The first pass compares hashes.
 * It may name a plate that only one vehicle has, but it misses none, and most files need no second pass.
 */
export function createPlateFilter() {
  const vehicleOf = new Map<number, number>()
  const shared = new Set<number>()
  const mayShare = ({ license_plate_number: plate }: Pick<Plate, 'license_plate_number'>): boolean =>
    !!plate && shared.has(hashOf(normalizePlate(plate)))
  return {
    /** `vehicle`: a number that differs for each vehicle, and is the same for its row and its stored plate. */
    add(plate: string | null, vehicle: number) {
      if (!plate) return
      const hash = hashOf(normalizePlate(plate))
      const other = vehicleOf.get(hash)
      if (other === undefined) vehicleOf.set(hash, vehicle)
      else if (other !== vehicle) shared.add(hash)
    },
    isEmpty: () => shared.size === 0,
    secondPass(stored: readonly StoredPlate[]) {
      const check = createPlateCheck()
      // VINs of vehicles with such a plate, stored or in the file: a row may change only the plate, or only the state.
      const compared = new Set(stored.filter(mayShare).map(({ vin }) => vin))
      return {
        add(vehicle: BulkVehicle) {
          if (!mayShare(vehicle) && !compared.has(vehicle.vin)) return
          compared.add(vehicle.vin)
          check.add(vehicle)
        },
        /** Returns VINs of rows whose plate another vehicle also has. */
        shared: () => check.shared(stored.filter((plate) => mayShare(plate) || compared.has(plate.vin))),
      }
    },
  }
}

/**
 * Finds duplicate plates, in the preview and on the server: `add` every accepted row of the file, then query with the
 * fleet's vehicles. It compares plates as they will be after the whole file is written, so the order of the rows and
 * how many are already stored make no difference.
 */
export function createPlateCheck() {
  const ofFile = new Map<string, Plate>()
  return {
    add({ vin, license_plate_number, license_plate_state }: BulkVehicle) {
      if (license_plate_number !== null || license_plate_state !== null)
        ofFile.set(vin, { license_plate_number, license_plate_state })
    },
    /** Returns VINs of rows whose plate another vehicle also has. A plate without a state matches any state. */
    shared(stored: Iterable<StoredPlate>): Set<string> {
      const holders = new Map<string, { vin: string | null; state: string | null }[]>()
      const put = (
        vin: string | null,
        { license_plate_number: plate, license_plate_state: state }: Plate,
      ) => {
        if (!plate) return
        const same = holders.get(normalizePlate(plate))
        if (same) same.push({ vin, state })
        else holders.set(normalizePlate(plate), [{ vin, state }])
      }
      const open = new Map(ofFile)
      for (const plate of stored) {
        const row = plate.vin === null ? undefined : open.get(plate.vin)
        if (row && plate.vin !== null) open.delete(plate.vin)
        put(plate.vin, {
          license_plate_number: row?.license_plate_number ?? plate.license_plate_number,
          license_plate_state: row?.license_plate_state ?? plate.license_plate_state,
        })
      }
      for (const [vin, row] of open) put(vin, row)
      const found = new Set<string>()
      for (const same of holders.values())
        for (const { vin, state } of same.length > 1 ? same : []) {
          if (vin === null || ofFile.get(vin)?.license_plate_number == null) continue
          const isShared = same.some(
            (other) => other.vin !== vin && (other.state === null || state === null || other.state === state),
          )
          if (isShared) found.add(vin)
        }
      return found
    },
  }
}
