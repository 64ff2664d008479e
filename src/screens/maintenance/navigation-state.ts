import type { AlertType } from '#src/ui/feedback/AlertBox.tsx'

declare module '@tanstack/react-router' {
  /** What one screen tells the next without an address (SVC-069, SCH-017). */
  interface HistoryState {
    /** /services: what to say, and at which tab. */
    alertMessage?: string
    alertType?: AlertType
    startingPage?: 'active' | 'upcoming' | 'past'
    /** The operation that the alert speaks of, and what to say once the server has it. */
    waitingOp?: string
    sentMessage?: string
    /** /maintenance_history/new: earlier form data (MHX-041). */
    vehicle_id?: number
    shop?: { id: number; name: string; place: { city: string; state: string } }
  }
}
