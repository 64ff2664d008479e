import { useState } from 'react'

interface CallState {
  isPending: boolean
  error: unknown
}
const idle: CallState = { isPending: false, error: null }

/** State of a form's call: pending, and its error. Avoids TanStack Query to keep the sign-in screen small. */
export function useCall<Input, Result>(
  call: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const [state, setState] = useState(idle)
  async function run(input: Input) {
    setState({ isPending: true, error: null })
    try {
      onSuccess(await call(input))
      setState(idle)
    } catch (error) {
      setState({ isPending: false, error })
    }
  }
  return { ...state, run: (input: Input) => void run(input), reset: () => setState(idle) }
}
