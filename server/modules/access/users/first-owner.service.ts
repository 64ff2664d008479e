import type { NewUser } from '#contract/access/users.ts'
import type { FirstOwner } from '#contract/fmc/fleet-fields.ts'
import type { UseCase } from '#server/use-case.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { requireInvitationQuota, sendInvitation } from './invitations.ts'
import { withUniqueEmail } from './user-writer.ts'
import { usersRepository } from './users.repository.ts'

/**
 * Adds the first Owner of a new fleet, and emails the invitation as for any other new user. Errors: validation
 * (`owner.email`: email_taken), too_many.
 */
export async function inviteFirstOwner(
  useCase: UseCase<'mail' | 'brands' | 'originOf'>,
  fleet: { id: number; country: 'US' | 'CA' },
  owner: FirstOwner,
): Promise<void> {
  const { tx, actor } = useCase
  const user: NewUser = { ...owner, roles: ['Owner'] }
  const facts = {
    fleetId: fleet.id,
    affiliationId: null,
    country: fleet.country,
    language: actor.language,
  }
  await requireInvitationQuota(tx, actor.fleet.id)
  const id = await withUniqueEmail(tx, () => usersRepository.insert(tx, facts, user), 'owner.email')
  await sendInvitation(useCase, id)
  await recordAudit(tx, {
    fleetId: fleet.id,
    userId: actor.userId,
    act: 'user.created',
    subjectId: id,
    changes: [
      { field: 'email', from: null, to: owner.email },
      { field: 'roles', from: null, to: ['Owner'] },
    ],
  })
}
