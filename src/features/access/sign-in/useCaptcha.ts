import { useCallback, useState } from 'react'
import { toFailure } from '#src/api/failure.ts'

/**
 * The captcha of a form: required by the flag, or once the server requires it (ruling 6). A solution serves several
 * calls; when the server no longer accepts it, the captcha requests a new one.
 */
export function useCaptcha(isFlagged: boolean) {
  const [isRequiredByServer, setRequiredByServer] = useState(false)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const isAsked = isFlagged || isRequiredByServer
  const onAnswer = useCallback((given: string | undefined) => {
    setAnswer(given)
    if (given) setMissing(false)
  }, [])
  return {
    isAsked,
    answer,
    onAnswer,
    /** Key of the widget; changes with each new challenge. */
    round,
    /** The form was submitted without a solution (ACC-028). */
    isMissing,
    /** Returns whether the form may be submitted; otherwise marks the captcha as missing. */
    check(): boolean {
      const isReady = !isAsked || answer !== undefined
      setMissing(!isReady)
      return isReady
    },
    /** Makes a call and notes if the server requires a solution, or a new one. */
    async withChallenge<Result>(call: () => Promise<Result>): Promise<Result> {
      try {
        return await call()
      } catch (error) {
        if (toFailure(error).code === 'captcha_required') {
          setRequiredByServer(true)
          setAnswer(undefined)
          setRound((before) => before + 1)
        }
        throw error
      }
    },
  }
}
