import type { AlertType } from '#src/ui/feedback/AlertBox.tsx'

declare module '@tanstack/react-router' {
  /** Navigation state that screens pass on without an address (SVC-069, SCH-017). */
  interface HistoryState {
    /** /services: the message, and its tab. */
    alertMessage?: string
    alertType?: AlertType
    startingPage?: 'active' | 'upcoming' | 'past'
    /** The operation that the message refers to, and the message once the server has it. */
    waitingOp?: string
    sentMessage?: string
    /** /maintenance_history/new: form data passed on (MHX-041). */
    vehicle_id?: number
    shop?: { id: number; name: string; place: { city: string; state: string } }
  }
}
