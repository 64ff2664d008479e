/** A shop as far as booking asks. */
export interface BookableShop {
  id: number
  country: 'US' | 'CA'
  state: string
  time_zone: string
  retail_savings_percent: number
  support_medium_and_heavy_duty: boolean
  scheduling: 'online' | 'call' | 'not_supported'
  /** Its day at the moment that was asked about. */
  today: string
}
