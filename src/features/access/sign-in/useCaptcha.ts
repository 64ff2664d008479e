import { useCallback, useState } from 'react'
import { toFailure } from '#src/api/failure.ts'

/**
 * The captcha of a form: asked where the flag says so, or once the server has (ruling 6). An answer serves several calls;
 * when the server takes it no longer, the captcha asks anew.
 */
export function useCaptcha(isFlagged: boolean) {
  const [isDemanded, setDemanded] = useState(false)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const isAsked = isFlagged || isDemanded
  const onAnswer = useCallback((given: string | undefined) => {
    setAnswer(given)
    if (given) setMissing(false)
  }, [])
  return {
    isAsked,
    answer,
    onAnswer,
    /** Another key for the widget, each time that it asks anew. */
    round,
    /** The form was sent off without it (ACC-028). */
    isMissing,
    /** Whether the form may go; else it says what is missing. */
    check(): boolean {
      const isReady = !isAsked || answer !== undefined
      setMissing(!isReady)
      return isReady
    },
    /** Makes a call, and hears when the server wants an answer, or another one. */
    async heeding<Result>(call: () => Promise<Result>): Promise<Result> {
      try {
        return await call()
      } catch (error) {
        if (toFailure(error).code === 'captcha_required') {
          setDemanded(true)
          setAnswer(undefined)
          setRound((before) => before + 1)
        }
        throw error
      }
    },
  }
}
