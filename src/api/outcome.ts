import { type ApiFailure, toFailure } from './failure.ts'

/** How a workflow ended, as the documents describe it (doc1 §7, API-012): with a type and a message to show. */
export type Outcome<Result> =
  | { success: true; result: Result; alertType: 'success'; alertMessage: string }
  | { success: false; failure: ApiFailure; alertType: 'error'; alertMessage: string }

interface Workflow<Result> {
  call: () => Promise<Result>
  /** The message of success. */
  done: (result: Result) => string
  /** The message of a failure: `useFailureText`. */
  textOf: (failure: ApiFailure) => string
  /** Called once when it fails (API-014). */
  onFailure?: (failure: ApiFailure) => void
}

/** Runs a workflow to its outcome; it never throws (API-012, API-013, API-014). */
export async function outcomeOf<Result>(workflow: Workflow<Result>): Promise<Outcome<Result>> {
  try {
    const result = await workflow.call()
    return { success: true, result, alertType: 'success', alertMessage: workflow.done(result) }
  } catch (error) {
    const failure = toFailure(error)
    workflow.onFailure?.(failure)
    return { success: false, failure, alertType: 'error', alertMessage: workflow.textOf(failure) }
  }
}
