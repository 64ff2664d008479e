/** The fields of a shop that booking needs. */
export interface BookableShop {
  id: number
  country: 'US' | 'CA'
  state: string
  time_zone: string
  retail_savings_percent: number
  support_medium_and_heavy_duty: boolean
  scheduling: 'online' | 'call' | 'not_supported'
  /** Day in the shop's time zone at the requested time. */
  today: string
}
