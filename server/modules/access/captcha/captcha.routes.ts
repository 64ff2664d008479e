import { os } from '#server/http/calls/implementer.ts'
import type { CaptchaService } from './captcha.service.ts'

export const captchaRoutes = (service: CaptchaService) => ({
  question: os.captcha.question.handler(({ context }) => service.question(context.request.ip)),
})
