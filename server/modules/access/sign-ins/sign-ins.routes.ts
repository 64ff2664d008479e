import { os } from '#server/http/calls/implementer.ts'
import type { SignInTrail } from './sign-ins.service.ts'

export const signInRoutes = (trail: SignInTrail) => ({
  list: os.signIns.list.handler(async ({ context }) => ({ sign_ins: await trail.list(context.actor()) })),
})
