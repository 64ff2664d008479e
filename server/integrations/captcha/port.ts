import type { CaptchaQuestion } from '#contract/access/captcha.ts'

/** Distinguishes humans from programs. Does not track which responses were used before. */
export interface CaptchaPort {
  /** Creates a challenge. Each level above 0 doubles the work, if the provider supports levels. */
  question(level: number): Promise<CaptchaQuestion>
  /**
   * Whether this is a correct, recent response to a challenge of that level or above. Throws when it cannot be
   * verified.
   */
  verify(answer: string, ip: string, level: number): Promise<boolean>
  /**
   * Identifies the challenge of a response, which is the same in every spelling of the response. Verifies nothing; null:
   * not a response.
   */
  challengeOf(answer: string): string | null
}
