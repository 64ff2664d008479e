import type { VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import { joinSql, type Query, sql } from '#server/db/sql.ts'

type EditedField = Exclude<keyof VehicleFields, 'address' | 'vehicle_type_id'>

/**
 * The columns that users edit, by field of the contract. Insert, update and select follow from this list. The address
 * is a row of its own, and the vehicle type is never empty.
 */
const COLUMN_OF = {
  vin: sql`vin`,
  year: sql`year`,
  make: sql`make`,
  model: sql`model`,
  sub_model: sql`sub_model`,
  engine: sql`engine`,
  motorMakeID: sql`motor_make_id`,
  motorModelID: sql`motor_model_id`,
  license_plate_number: sql`license_plate_number`,
  license_plate_state: sql`license_plate_state`,
  license_plate_expiration: sql`license_plate_expiration`,
  other_id: sql`other_id`,
  department_number: sql`department_number`,
  name_of_vehicle: sql`name_of_vehicle`,
} satisfies Record<EditedField, Query>

const FIELDS = Object.keys(COLUMN_OF) as EditedField[]
const list = (columns: Query[]) => joinSql(columns, sql`, `)

/** The edited columns, comma-separated. */
export const EDITED_COLUMNS = list(FIELDS.map((field) => COLUMN_OF[field]))

/** The edited columns of row `r`, in the same order. */
export const EDITED_COLUMNS_OF_ROW = list(FIELDS.map((field) => sql`r.${COLUMN_OF[field]}`))

/**
 * The edited columns of vehicle `v` that every response has, and its device. Catalog numbers are read with the details
 * only.
 */
export const READ_COLUMNS = list([
  ...FIELDS.filter((field) => field !== 'motorMakeID' && field !== 'motorModelID').map(
    (field) => sql`v.${COLUMN_OF[field]}`,
  ),
  sql`v.geotab_device_id`,
])

/** Returns the edited columns of a vehicle as JSON, for `json_populate_record`. */
export function editedColumnsOf(fields: VehicleFields): string {
  return JSON.stringify(
    Object.fromEntries([
      ...FIELDS.map((field) => [COLUMN_OF[field].text, fields[field]]),
      ['vehicle_type_id', fields.vehicle_type_id],
    ]),
  )
}
