/**
 * Rows of the demo world, with the column names of the tables (server/db/migrations). Days are 'YYYY-MM-DD', money is
 * text.
 */

type DistanceUnit = 'mi' | 'km'
export type Country = 'US' | 'CA'

export interface FleetRow {
  id: number
  affiliation_id: number
  name: string
  country: Country
  brand: string
  time_zone: string
  region: string
  rep: string
  other_id: string
  root_reference_id: string | null
  fleet_payment_type: string
  pays_through_platform: boolean
  payment_providers: string[]
  fuel_card_account_number: string | null
  account_id: number | null
  telematics_database: string | null
  zip: string | null
  created_at: string
}

export interface AccountRow {
  id: number
  affiliation_id: number
  name: string
  is_active: boolean
  enrolled: boolean
}

export interface PaymentMethodRow {
  fleet_id: number
  owner_id: number
  token: string
  type: 'credit_card'
  card_type: string
  last_4: string
  expiration_date: string
  cardholder_name: string
  is_default: boolean
  all_users: boolean
}

export interface FleetLinkRow {
  id: number
  fleet_id: number
  name: string
  description: string
  link: string
}

export interface UserRow {
  id: number
  fleet_id: number | null
  affiliation_id: number | null
  email: string
  first_name: string
  last_name: string
  cell_phone: string
  language: 'en' | 'fr'
  country: Country
  roles: string[]
  is_active: boolean
  other_id: string | null
  created_at: string
}

export interface VehicleRow {
  id: number
  fleet_id: number
  vin: string
  year: number
  make: string
  model: string
  sub_model: string
  engine: string
  license_plate_number: string
  license_plate_state: string
  license_plate_expiration: string | null
  other_id: string
  department_number: string
  name_of_vehicle: string | null
  odometer: number
  odometer_units: DistanceUnit
  cost_per_mile: string | null
  ytd_maintenance_cost: string
  is_active: boolean
  fleetcor_enrolled: boolean
  vehicle_type_id: 'light' | 'medium_heavy'
  last_maintenance_date: string | null
  last_maintenance_odometer: number | null
  geotab_device_id: string | null
  created_at: string
  updated_at: string
}

export interface VehicleDriverRow {
  fleet_id: number
  vehicle_id: number
  user_id: number
}

export interface OdometerReadingRow {
  id: string
  fleet_id: number
  vehicle_id: number
  value: number
  unit: DistanceUnit
  read_on: string
  source: 'history' | 'order' | 'driver' | 'telematics' | 'import'
  source_id: string | null
  user_id: number | null
}

export interface ServiceDefinitionRow {
  id: number
  name_en: string
  name_fr: string
  positions: string[]
  support_medium_and_heavy_duty_vehicles: boolean
  is_medium_heavy_only: boolean
  typical_price: string
}

export interface ShopRow {
  id: number
  name: string
  address_line1: string
  city: string
  state: string
  zip: string
  country: Country
  latitude: number
  longitude: number
  main_phone_number: string
  email: string
  time_zone: string
  support_medium_and_heavy_duty: boolean
  company_name: string | null
  company_reference_id: string | null
  open_days: number[]
  slot_capacity: number
  price_level: string
}

export interface FavoriteShopRow {
  fleet_id: number
  user_id: number
  shop_id: number
}

export interface ShopOrderRow {
  id: number
  fleet_id: number
  vehicle_id: number
  shop_id: number
  status: 'complete' | 'paid' | 'paid_in_shop' | 'paid_deferred'
  appointment_datetime: string
  completed_at: string
  odometer: number
  odometer_units: DistanceUnit
  po_number: string | null
  pre_tax_sub_total: string
  tax_amount: string
  saving: string
  total: string
  originator_id: number
  /** Null: approved by a policy. */
  approver_id: number | null
  is_auto_approved: boolean
  last_approval_date: string
  created_at: string
  updated_at: string
}

export interface OrderServiceRow {
  id: number
  fleet_id: number
  order_id: number
  service_definition_id: number
  name: string
  position: string | null
  status: 'complete' | 'rejected'
  price: string
  total: string
}

export interface ManualHistoryRow {
  id: string
  fleet_id: number
  vehicle_id: number
  shop_id: number | null
  custom_shop_name: string | null
  zip: string | null
  po_number: string | null
  customer_comments: string | null
  odometer: number
  odometer_units: DistanceUnit
  date_of_completion: string
  content_hash: string
  created_by: number
  created_at: string
  updated_at: string
}

export interface HistoryServiceRow {
  id: string
  fleet_id: number
  history_id: string
  row_number: number
  service_definition_id: number
  price: string
  position: string | null
  service_distance: number
}

export interface GloveboxItemRow {
  id: string
  fleet_id: number
  vehicle_id: number
  document_type: 'driver_license' | 'vehicle_insurance' | 'registration' | 'other'
  document_title: string | null
  document_number: string | null
  expiration_date: string | null
  state_id: string | null
  insurance_name: string | null
  content_hash: string
  created_by: number
  created_at: string
  updated_at: string
}

/** Document of one owner. `file` is the key of a demo file; the loader adds state and storage key. */
export interface DocumentRow {
  id: string
  fleet_id: number
  history_id: string | null
  order_id: number | null
  glovebox_item_id: string | null
  row_number: number
  file_name: string
  file: string
  created_at: string
}

export interface TelematicsSnapshotRow {
  vehicle_id: number
  fleet_id: number
  engine_oil: { percent: number | null; last_updated_at: string | null; errors: string[] }
  battery_life: { volts: number | null; last_updated_at: string | null }
  tires: { wheel: string; pressure: number | null; temperature: number | null }[]
  fault_codes: { id: string; dateTime: string; diagnostic: { name: string } }[]
  read_at: string
  is_simulated: true
}

export interface ScheduleTemplateRow {
  id: number
  fleet_id: null
  duty_class: string
}

export interface ScheduleItemRow {
  id: number
  template_id: number
  service_definition_ids: number[]
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
  reason_en: string
  reason_fr: string
}

export interface VehicleScheduleRow {
  vehicle_id: number
  fleet_id: number
  duty_class: string
}

export interface ServiceMarkRow {
  id: string
  act_id: string
  fleet_id: number
  vehicle_id: number
  service_definition_id: number
  day: string
  odometer: number
  unit: DistanceUnit
  user_id: number | null
}
