import type { CaptchaQuestion } from '#contract/access/captcha.ts'

/** Tells people from programs. Which answers were given before is not its business. */
export interface CaptchaPort {
  /** A new question. */
  question(): Promise<CaptchaQuestion>
  /** Whether this is a right answer to one of its questions that is not too old. Throws when it cannot tell. */
  verify(answer: string, ip: string): Promise<boolean>
}
