import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listSignIns } from './sign-ins.service.ts'

export const signInRoutes = ({ db }: DatabaseUseCase) => ({
  list: os.signIns.list.handler(async ({ context }) => ({
    sign_ins: await listSignIns(db, context.actor().userId),
  })),
})
