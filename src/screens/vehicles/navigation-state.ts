import type {} from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** What one screen tells the next without an address. */
  interface HistoryState {
    /** /vehicles: the vehicle that was just deleted, and can be restored. */
    deletedVehicle?: number
  }
}
