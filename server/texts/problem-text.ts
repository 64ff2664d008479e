import type { Language } from '#contract/core/fields.ts'
import type { ProblemCode } from '#contract/core/problems.ts'
import { WAIT_SHOWN_FROM_SECONDS, waitText } from '#domain/core/wait-text.ts'
import problemsEn from '../../locales/en/errors.json' with { type: 'json' }
import serverOnly from '../../locales/en/server/problems.json' with { type: 'json' }
import shopLinkEn from '../../locales/en/shop-link.json' with { type: 'json' }
import signUpEn from '../../locales/en/sign-up.json' with { type: 'json' }
import problemsFr from '../../locales/fr/errors.json' with { type: 'json' }
import shopLinkFr from '../../locales/fr/shop-link.json' with { type: 'json' }
import signUpFr from '../../locales/fr/sign-up.json' with { type: 'json' }
import { translate } from './translate.ts'

/** Problems of promotions and payments: the app shows the text of the response (SHP-024, PAY-020, PAY-021). */
type ServerProblem = keyof typeof serverOnly
const isServerProblem = (code: ProblemCode): code is ServerProblem => code in serverOnly

/**
 * The texts of sign-up and shop links are in their screens' locale files, because the sign-in screen loads few texts.
 */
const problems: Record<Language, Record<Exclude<ProblemCode, ServerProblem>, string>> = {
  en: { ...problemsEn, ...signUpEn.problem, ...shopLinkEn.problem },
  fr: { ...problemsFr, ...signUpFr.problem, ...shopLinkFr.problem },
}

/**
 * Returns the message of a problem, the same that the app shows for its code. `retryAfter`: seconds, included if long.
 */
export function problemText(language: Language, code: ProblemCode, retryAfter = 0): string {
  if (isServerProblem(code)) return translate(language, `server/problems:${code}`)
  const long = retryAfter > WAIT_SHOWN_FROM_SECONDS ? `${code}_wait` : code
  const texts: Record<string, string> = problems[language]
  return texts[long]?.replace('{{wait}}', waitText(retryAfter, language)) ?? problems[language][code]
}
