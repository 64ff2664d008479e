import type {} from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** Values that one screen passes to the next outside the URL. */
  interface HistoryState {
    /** /vehicles: the vehicle that was just deleted and can be restored. */
    deletedVehicle?: number
  }
}
