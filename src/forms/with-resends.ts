import { isTransient, toFailure } from '#src/api/failure.ts'

const RESENDS = 2
const RESEND_MS = 1500

/** Retries a call without a response. Throws all other failures at once. The call's Idempotency-Key makes it safe. */
export async function withResends<T>(call: () => Promise<T>): Promise<T> {
  for (let resends = 0; ; resends++)
    try {
      return await call()
    } catch (error) {
      if (resends >= RESENDS || !isTransient(toFailure(error)) || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, RESEND_MS))
    }
}
