import type { User } from '#contract/access/users.ts'
import { requireAbility } from '#server/actor.ts'
import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listAudit } from '../audit/audit.service.ts'
import { requestOriginOf, sessionTokenOf, setEmailCookie } from '../session/session.cookies.ts'
import { updateOwnUser } from './own-user.service.ts'
import { limitTakenEmails } from './user-writer.ts'
import { usersCsv } from './users.csv.ts'
import {
  createUser,
  deactivateUser,
  deleteUser,
  getUser,
  inviteUser,
  listUsers,
  updateUser,
} from './users.service.ts'

export const usersRoutes = (
  useCase: DatabaseUseCase<'brands' | 'mail' | 'originOf'>,
  originOfRequest: OriginOf,
) => {
  const { db, ports } = useCase
  return {
    list: os.users.list.handler(({ input, context }) =>
      listUsers(useCase, context.actor(), 'settings', input),
    ),
    fmc: os.users.fmc.handler(({ input, context }) => listUsers(useCase, context.actor(), 'fmc', input)),
    show: os.users.show.handler(({ input, context }) =>
      getUser(useCase, context.actor(), input.id, input.userId),
    ),
    csv: os.users.csv.handler(({ input: { fmc, language, search, sort }, context }) => {
      if (fmc) requireAbility(context.actor(), 'fmcUsers.read')
      return {
        headers: csvHeaders(translate(language, 'server/files:users')),
        body: usersCsv(useCase, context.actor(), {
          search,
          sort,
          language,
          context: fmc ? 'fmc' : 'settings',
        }),
      }
    }),
    create: os.users.create.handler(({ input, context }) =>
      limitTakenEmails({ db, actor: context.actor(), email: input.email }, () =>
        context.writeAcross(input, (tx) => createUser({ ...context.useCase(tx), ports }, input)),
      ),
    ),
    update: os.users.update.handler(async ({ input, context }) => {
      const actor = context.actor()
      if (input.id !== actor.userId)
        return limitTakenEmails({ db, actor, email: input.email }, () =>
          context.writeAcross(input, (tx, precondition) =>
            updateUser({ ...context.useCase(tx), ports }, input, precondition),
          ),
        )
      const { request, reply } = context
      const secrets = ['currentPassword', 'newPassword', 'newPasswordConfirmation']
      const write = await context.writeIn<User>(input, secrets)
      const from = { ...requestOriginOf(request), brand: request.brand, origin: originOfRequest(request) }
      const sent = { request: { from, session: sessionTokenOf(request) }, write }
      // Checked before the password, which the first request may have changed.
      const saved = (await write.first()) ?? (await updateOwnUser(useCase, actor, input, sent))
      // The name is in the records of the user's vehicles.
      context.announce(saved.fleet_id)
      if (input.email !== undefined) setEmailCookie(reply, saved.email, request.caller?.isRemembered ?? false)
      return saved
    }),
    destroy: os.users.destroy.handler(({ input, context }) =>
      context.writeAcross(input, (tx, precondition) =>
        deleteUser({ ...context.useCase(tx), ports }, input.id, precondition),
      ),
    ),
    deactivate: os.users.deactivate.handler(({ input, context }) =>
      context.writeAcross(input, (tx, precondition) =>
        deactivateUser({ ...context.useCase(tx), ports }, input, precondition),
      ),
    ),
    invite: os.users.invite.handler(({ input, context }) =>
      context.writeAcross(input, (tx) => inviteUser({ ...context.useCase(tx), ports }, input.id)),
    ),
    audit: os.users.audit.handler(({ input, context }) => {
      if (input.fmc) requireAbility(context.actor(), 'fmcUsers.edit')
      return listAudit(db, context.actor(), input)
    }),
  }
}
