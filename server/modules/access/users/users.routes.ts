import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/access/users.ts'
import { requireAbility } from '#server/actor.ts'
import { os } from '#server/http/calls/implementer.ts'
import type { OriginOf } from '#server/http/security/public-origin.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { requestOriginOf, sessionTokenOf, setEmailCookie } from '../session/session.cookies.ts'
import type { OwnUserService } from './own-user.service.ts'
import type { UsersCsv } from './users.csv.ts'
import type { UsersService } from './users.service.ts'

export const usersRoutes = (
  service: UsersService,
  own: OwnUserService,
  file: UsersCsv,
  audit: AuditService,
  originOf: OriginOf,
) => {
  const askerOf = (request: FastifyRequest) => ({
    ...requestOriginOf(request),
    brand: request.brand,
    origin: originOf(request),
  })
  return {
    list: os.users.list.handler(({ input, context }) => service.list(context.actor(), 'settings', input)),
    fmc: os.users.fmc.handler(({ input, context }) => service.list(context.actor(), 'fmc', input)),
    show: os.users.show.handler(({ input, context }) =>
      service.show(context.actor(), input.id, input.userId),
    ),
    csv: os.users.csv.handler(({ input, context }) => {
      if (input.fmc) requireAbility(context.actor(), 'fmcUsers.read')
      const language = input.language === 'FR' || input.language === 'fr' ? 'fr' : 'en'
      return {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${language === 'fr' ? 'utilisateurs' : 'users'}.csv"`,
        },
        body: file(context.actor(), {
          context: input.fmc ? 'fmc' : 'settings',
          search: input.search,
          sort: input.sort,
          language,
        }),
      }
    }),
    create: os.users.create.handler(({ input, context }) =>
      context.writeAcross(input, (tx) => service.create(tx, context.actor(), input)),
    ),
    update: os.users.update.handler(async ({ input, context }) => {
      const actor = context.actor()
      if (input.id !== actor.userId)
        return context.writeAcross(input, (tx, precondition) =>
          service.update(tx, actor, input, precondition),
        )
      const { request, reply } = context
      const write = await context.writeIn<User>(input, ['currentPassword', 'newPassword'])
      const session = sessionTokenOf(request)
      // Checked before the password, which the first request may have changed.
      const saved =
        (await write.first()) ?? (await own.update(actor, input, askerOf(request), { session, write }))
      if (input.email !== undefined) setEmailCookie(reply, saved.email, request.caller?.isRemembered ?? false)
      return saved
    }),
    destroy: os.users.destroy.handler(({ input, context }) =>
      context.writeAcross(input, (tx, precondition) =>
        service.destroy(tx, context.actor(), input.id, precondition),
      ),
    ),
    deactivate: os.users.deactivate.handler(({ input, context }) =>
      context.writeAcross(input, (tx, precondition) =>
        service.deactivate(tx, context.actor(), input, precondition),
      ),
    ),
    invite: os.users.invite.handler(({ input, context }) => service.invite(context.actor(), input.id)),
    audit: os.users.audit.handler(({ input, context }) => {
      if (input.fmc) requireAbility(context.actor(), 'fmcUsers.edit')
      return audit.list(context.actor(), input)
    }),
  }
}
