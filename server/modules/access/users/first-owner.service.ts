import type { NewUser } from '#contract/access/users.ts'
import type { FirstOwner } from '#contract/fmc/fleet-fields.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { Invitations } from './invitations.ts'
import { withUniqueEmail } from './user-writer.ts'
import type { UsersRepository } from './users.repository.ts'

interface Deps {
  users: UsersRepository
  invitations: Invitations
  audit: AuditService
}

/** Adds the first Owner of a new fleet, and emails the invitation as for any other new user. */
export function firstOwnerService({ users, invitations, audit }: Deps) {
  return {
    /** Errors: validation (`owner.email`: email_taken), too_many. */
    async invite(
      tx: Transaction,
      actor: Actor,
      fleet: { id: number; country: 'US' | 'CA' },
      owner: FirstOwner,
    ): Promise<void> {
      const user: NewUser = { ...owner, roles: ['Owner'] }
      const facts = {
        ...{ fleetId: fleet.id, affiliationId: null, country: fleet.country, language: actor.language },
      }
      const id = await withUniqueEmail(tx, () => users.insert(tx, facts, user), 'owner.email')
      await invitations.send(tx, actor, id)
      await audit.note(tx, {
        ...{ fleetId: fleet.id, userId: actor.userId, act: 'user.created', subjectId: id },
        changes: [
          { field: 'email', from: null, to: owner.email },
          { field: 'roles', from: null, to: ['Owner'] },
        ],
      })
    },
  }
}
export type FirstOwnerService = ReturnType<typeof firstOwnerService>
