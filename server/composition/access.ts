import { accountService } from '#server/modules/access/account/account.service.ts'
import { flagsService } from '#server/modules/access/account/flags.service.ts'
import { captchaService } from '#server/modules/access/captcha/captcha.service.ts'
import { telematicsNamesService } from '#server/modules/access/fleet/telematics-names.service.ts'
import { ownSessionsService } from '#server/modules/access/own-sessions/own-sessions.service.ts'
import { partnersService } from '#server/modules/access/partners/partners.service.ts'
import { passwordsService } from '#server/modules/access/passwords/passwords.service.ts'
import { preferencesService } from '#server/modules/access/preferences/preferences.service.ts'
import { sessionService } from '#server/modules/access/session/session.service.ts'
import { signInGuard } from '#server/modules/access/session/sign-in-guard.ts'
import { lockoutNotice } from '#server/modules/access/sign-ins/lockout-notice.ts'
import { signInTrail } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { shellCustomersService } from '#server/modules/access/sign-up/shell-customers.service.ts'
import { signUpService } from '#server/modules/access/sign-up/sign-up.service.ts'
import { ticketsService } from '#server/modules/access/tickets/tickets.service.ts'
import { invitations } from '#server/modules/access/users/invitations.ts'
import { ownUserService } from '#server/modules/access/users/own-user.service.ts'
import { userWriter } from '#server/modules/access/users/user-writer.ts'
import { usersCsv } from '#server/modules/access/users/users.csv.ts'
import { usersRepository } from '#server/modules/access/users/users.repository.ts'
import { usersService } from '#server/modules/access/users/users.service.ts'
import type { Core } from './core.ts'

/** Composes accounts, sign-in, sign-up and users. */
export function composeAccess(core: Core) {
  const { config, db, log, jobs, brands, now, mail, audit, integrations, paymentMethods } = core
  const account = accountService({ db, brands, flags: flagsService({ flags: integrations.flags, brands }) })
  const captcha = captchaService({ db, captcha: integrations.captcha, log })
  const trail = signInTrail({ db, jobs })
  const guard = signInGuard({ db, trail })
  const passwords = passwordsService({ db, brands, captcha, mail, audit, guard, trail })
  const preferences = preferencesService({ db, brands, passwords, mail })
  const session = sessionService({ db, account, captcha, mail, guard, trail })
  const writing = userWriter({ users: usersRepository, audit, brands, now })
  const invite = invitations({ passwords, mail, brands, originOf: core.originOf, now })
  return {
    ...{ account, audit, captcha, passwords, preferences, session },
    invitations: invite,
    signInTrail: trail,
    lockoutNotice: lockoutNotice({ db, mail, brands, originOf: core.originOf }),
    ownSessions: ownSessionsService({ db, trail }),
    tickets: ticketsService({ db }),
    users: usersService({
      ...{ db, mail, brands, now, audit, passwords },
      users: usersRepository,
      writing,
      invitations: invite,
    }),
    ownUser: ownUserService({ users: usersRepository, writing, preferences }),
    usersFile: usersCsv({ db, now }),
    partners: partnersService({ db, partners: config.partners }),
    signUp: signUpService({ db, account, session, captcha, mail, cards: integrations.cards, paymentMethods }),
    shellCustomers: shellCustomersService({
      ...{ db, session, mail, brands },
      telematicsNames: telematicsNamesService,
    }),
  }
}
export type Access = ReturnType<typeof composeAccess>
