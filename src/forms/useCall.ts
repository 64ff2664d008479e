import { useRef, useState } from 'react'

interface CallState {
  isPending: boolean
  error: unknown
}
const idle: CallState = { isPending: false, error: null }

/**
 * State of a call before sign-in or on the shop's page, which have no query client: pending, and its error. While a call
 * or its `onSuccess` runs, further ones are ignored.
 */
export function useCall<Input = void, Result = void>(
  call: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => unknown,
) {
  const [state, setState] = useState(idle)
  const isRunning = useRef(false)
  async function run(input: Input) {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isPending: true, error: null })
    try {
      const result = await call(input)
      await onSuccess?.(result)
      setState(idle)
    } catch (error) {
      setState({ isPending: false, error })
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, run: (input: Input) => void run(input), reset: () => setState(idle) }
}
