import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { issueCaptcha } from './captcha.service.ts'

export const captchaRoutes = (useCase: DatabaseUseCase<'captcha'>) => ({
  question: os.captcha.question.handler(({ context }) => issueCaptcha(useCase, context.request.ip)),
})
