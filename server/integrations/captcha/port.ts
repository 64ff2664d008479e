import type { CaptchaQuestion } from '#contract/access/captcha.ts'

/** Tells people from programs. Which answers were given before is not its business. */
export interface CaptchaPort {
  /** A new question; each level above 0 takes twice the work, where the provider can grade it. */
  question(level: number): Promise<CaptchaQuestion>
  /** Whether this is a right answer to one of its questions of that level or above, not too old. Throws when it cannot tell. */
  verify(answer: string, ip: string, level: number): Promise<boolean>
}
