import { useCallback, useState } from 'react'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'

/**
 * The captcha of a form: required by the flag, or once the server requires it (ruling 6). When the server no longer
 * accepts a solution, the captcha requests a new one.
 */
export function useCaptcha(isFlagged: boolean) {
  const [isRequiredByServer, setRequiredByServer] = useState(false)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const isAsked = isFlagged || isRequiredByServer
  const onAnswer = useCallback((given: string | undefined) => {
    setAnswer(given)
    if (!given) return
    setMissing(false)
    setRenewed(false)
  }, [])
  /** Requests a new solution for the next attempt. */
  function renew() {
    setRenewed(answer !== undefined)
    setAnswer(undefined)
    setRound((before) => before + 1)
  }
  return {
    isAsked,
    answer,
    renew,
    /** Key of the widget; changes with each new challenge. */
    round,
    /** Props of the widget. `isRenewed`: an earlier solution is used up. */
    widget: { isRenewed, onAnswer },
    /** The form was submitted without a solution (ACC-028). */
    isMissing,
    /** Returns whether the form may be submitted; otherwise marks the captcha as missing. */
    check(): boolean {
      const isReady = !isAsked || answer !== undefined
      setMissing(!isReady)
      return isReady
    },
    /**
     * Makes a call and notes if the server requires a solution, or a new one.
     * @param usesUp whether a failure uses up the solution, by default only if the server says so
     */
    async withChallenge<Result>(
      call: () => Promise<Result>,
      usesUp: (failure: ApiFailure) => boolean = () => false,
    ): Promise<Result> {
      try {
        return await call()
      } catch (error) {
        const failure = toFailure(error)
        const isRequired = failure.code === 'captcha_required'
        if (isRequired) setRequiredByServer(true)
        // Without a response, the server may not have received the solution. If it has, it requires another one.
        const hasResponse = failure.status > 0
        if (isRequired || (answer && hasResponse && usesUp(failure))) renew()
        throw error
      }
    },
  }
}
