import { DOCUMENT_TYPES, ROLES } from '#domain/access/permissions.ts'
import {
  ADDRESS_MAX,
  APPROVAL_FLEETS_MAX,
  PASSWORD_MAX,
  PERSON_NAME_MAX,
  USER_OTHER_ID_MAX,
  USER_VEHICLES_MAX,
  USERS_PER_PAGE,
  USERS_PER_PAGE_MAX,
} from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import {
  Country,
  clearable,
  FileLanguage,
  Id,
  Language,
  LanguageCode,
  Text,
  TicketToken,
  ZipOrPostalCode,
} from '../core/fields.ts'
import { Name } from '../core/names.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { AuditEntry } from './audit.ts'
import { FleetName, PAYMENT_PROVIDERS } from './fleet.ts'
import { Confirmation, isConfirmed, NewPassword } from './passwords.ts'
import { EmailNotifications, TextNotifications, VehiclesTotal } from './preferences.ts'
import { Account, Email } from './session.ts'

const MAIL_PROBLEMS = ['too_many', 'mail_unavailable'] as const

const Roles = z.array(z.enum(ROLES))
const VehicleIds = z.array(Id).check(z.maxLength(USER_VEHICLES_MAX, 'too_many'))
/** State of the link for the first password; null: the user has a password. */
const Invitation = z.nullable(z.enum(['pending', 'expired']))

/** State of the documents of a user's vehicles, the worst of each type (USR-010, GLV-017 to GLV-019). */
const DocumentState = z.enum(['missing', 'active', 'expiring'])

/** A user as lists return it (USR-008 to USR-010). */
export const ListedUser = z.object({
  id: Id,
  /** The user's own fleet. */
  fleet_id: Id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  cellPhone: z.nullable(z.string()),
  language: Language,
  roles: Roles,
  isFMC: z.boolean(),
  is_active: z.boolean(),
  other_id: z.nullable(z.string()),
  /** Vehicles of this fleet, by name. */
  vehicles: z.array(z.object({ id: Id, name: z.string() })),
  approval_fleets: z.array(FleetName),
  invitation: Invitation,
  documents: z.record(z.enum(DOCUMENT_TYPES), DocumentState),
  rev: z.int(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** A complete user (USR-048, USR-049) without `authentication_token`, which only that user's sign-in returns. */
export const User = z.extend(ListedUser, {
  country: Country,
  vehicle_ids: z.array(Id),
  approvalFleetIds: z.array(Id),
  /** Same as `approvalFleetIds`, under the name in the second specification document. */
  approval_fleet_ids: z.array(Id),
  /** Number of fleets that the user may act for. */
  total_fleet_number: z.int(),
  /** The user's payment method. */
  payment_id: z.nullable(Id),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  garaging_zip: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  /** Number of vehicles that the fleet stated; until then, the number of vehicles in this product. */
  vehiclesTotal: z.int(),
  affiliationId: z.nullable(Id),
  affiliation_id: z.nullable(Id),
  user_accounts: z.array(Account),
  user_account_fleets: z.array(FleetName),
  email_notification_preferences: EmailNotifications,
  text_notification_preferences: TextNotifications,
  has_payment_method: z.boolean(),
  pays_through_platform: z.boolean(),
  fleet_payment_providers: z.array(z.enum(PAYMENT_PROVIDERS)),
  /** Account number of the fleet, 13 digits; null: unknown, or hidden from the caller. */
  fuel_card_account_number: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

const Phone = z.string('phone').check(z.trim(), z.maxLength(10, 'phone'), z.regex(PATTERNS.phone, 'phone'))

/** Fields of the user form other than names, email and roles (USR-022). */
const optionalFields = {
  cellPhone: clearable(Phone),
  language: z.optional(LanguageCode),
  address: clearable(Text(ADDRESS_MAX)),
  city: clearable(Text(ADDRESS_MAX)),
  state: clearable(z.string('state_id').check(z.maxLength(2, 'state_id'), z.regex(/^[A-Z]{2}$/, 'state_id'))),
  garaging_zip: clearable(ZipOrPostalCode),
  other_id: clearable(Text(USER_OTHER_ID_MAX)),
  /** Vehicles of the fleet; not sent for FMC users (USR-045). */
  vehicle_ids: z.optional(VehicleIds),
  /** Fleets of the affiliation; FMC users only. */
  approvalFleetIds: z.optional(z.array(Id).check(z.maxLength(APPROVAL_FLEETS_MAX, 'too_many'))),
  /** Switches that are left out stay unchanged; of a new user, they have their defaults. */
  email_notification_preferences: z.optional(z.partial(EmailNotifications)),
  text_notification_preferences: z.optional(z.partial(TextNotifications)),
}
const isEachOnce = (roles: readonly string[]) => new Set(roles).size === roles.length
const RolesInput = z
  .array(z.enum(ROLES, 'role'))
  .check(z.minLength(1, 'required'), z.maxLength(4, 'too_many'), z.refine(isEachOnce, 'role'))

/** A new user: of the session's fleet, or with FMC roles of the actor's management company. */
export const NewUser = z.object({
  firstName: Name(PERSON_NAME_MAX),
  lastName: Name(PERSON_NAME_MAX),
  email: Email,
  roles: RolesInput,
  ...optionalFields,
})
export type NewUser = z.infer<typeof NewUser>

/** Rejects a call that changes nothing. */
const hasChanges = z.refine<{ id: number }>((given) => Object.keys(given).length > 1, {
  error: 'required',
  path: ['firstName'],
})

/** Changes to a user. Fields that are left out stay unchanged. */
export const UserChange = z
  .object({
    id: Id,
    firstName: z.optional(Name(PERSON_NAME_MAX)),
    lastName: z.optional(Name(PERSON_NAME_MAX)),
    email: z.optional(Email),
    roles: z.optional(RolesInput),
    ...optionalFields,
    /** Changes the vehicles, and keeps assignments that others made since (USR-074). Errors are at `vehicle_ids`. */
    added_vehicle_ids: z.optional(VehicleIds),
    removed_vehicle_ids: z.optional(VehicleIds),
    /** Only for the user's own preferences (USR-058); checked by the fleet's country (USR-061). */
    zip: z.optional(z.string('zip').check(z.trim(), z.maxLength(10, 'zip'))),
    vehiclesTotal: z.optional(VehiclesTotal),
    currentPassword: z.optional(z.string('password').check(z.maxLength(PASSWORD_MAX, 'password'))),
    newPassword: z.optional(NewPassword),
    newPasswordConfirmation: z.optional(Confirmation),
  })
  .check(isConfirmed, hasChanges)
export type UserChange = z.infer<typeof UserChange>

const Search = z.optional(z.string().check(z.maxLength(100, 'too_long')))
export const USER_SORTS = ['name', '-name', 'email', '-email'] as const
const listQuery = z.object({
  /**
   * Words that each occur in a text of the user, in their role's name or in the name of one of their enrolled vehicles
   * (USR-016 to USR-019).
   */
  search: Search,
  is_active: z.optional(z.boolean()),
  sort: z._default(z.enum(USER_SORTS), 'name'),
  ...pageQuery(USERS_PER_PAGE, USERS_PER_PAGE_MAX),
})
const UserPage = z.object({ users: z.array(ListedUser), ...pageFields })

/** Users of the fleet and of the management company. Permissions: `user-rules.ts`. */
export const usersContract = {
  /** Returns a page of the users of the session's fleet, without FMC users and the hidden role (USR-040). */
  list: call({ access: 'users.read' })
    .route({ method: 'GET', path: v4('/fleet_users'), tags: ['access'], summary: 'Users of the fleet' })
    .input(listQuery)
    .output(UserPage),
  /** Returns a page of the FMC users of the actor's management company. */
  fmc: call({ access: 'fmcUsers.read' })
    .route({ method: 'GET', path: v4('/fleet_fmc_users'), tags: ['access'], summary: 'FMC users' })
    .input(listQuery)
    .output(UserPage),
  /** Returns a user of one of these two lists; `id` is the user's own fleet. Errors: not_found. */
  show: call({ access: 'users.read' })
    .route({ method: 'GET', path: v4('/fleets/{id}/users/{userId}'), tags: ['access'], summary: 'One user' })
    .input(z.object({ id: Id, userId: Id }))
    .output(User),
  /**
   * Returns the list as a file. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling
   * 8).
   */
  csv: call({ access: 'users.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/fleet_users.csv'),
      tags: ['access'],
      summary: 'Users as a CSV file',
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        search: Search,
        /** Same as in the list. */
        sort: z._default(z.enum(USER_SORTS), 'name'),
        /** FMC users instead of the fleet's. Errors: not_allowed. */
        fmc: z._default(z.boolean(), false),
        language: FileLanguage,
        /** Sent by clients of the specification, without effect (USR-007). */
        download: z.optional(z.boolean()),
        auth_token: z.optional(TicketToken),
      }),
    )
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  /**
   * Adds a user and emails a link that sets the first password. With an FMC role: a user of the actor's management
   * company. Errors: not_allowed, validation (email `email_taken`, roles `role`, vehicle_ids, approvalFleetIds `id`,
   * state `state_id`), too_many.
   */
  create: call({ access: 'users.edit', kind: 'write', idempotent: true, problems: MAIL_PROBLEMS })
    .route({
      method: 'POST',
      path: v4('/fleet_users'),
      tags: ['access'],
      summary: 'Add a user',
      successStatus: 201,
    })
    .input(NewUser)
    .output(User),
  /**
   * Changes another user, or the caller's own account (user preferences, USR-068). Fields that are left out stay
   * unchanged. To change one's own email address or password, the current password is required. A new password ends all
   * other sessions and remembered devices (ruling 4). Errors: not_found, not_allowed (also a section that the user does
   * not have), stale, validation (as `create`, `email: locked`, `roles: locked`, `roles: last_owner`, `currentPassword:
   * password_wrong`), too_many.
   */
  update: call({ access: 'session.own', kind: 'write', idempotent: true, problems: MAIL_PROBLEMS })
    .route({ method: 'PUT', path: v4('/fleet_users/{id}'), tags: ['access'], summary: 'Change a user' })
    .input(UserChange)
    .output(User),
  /** Deletes a user. Their name remains on what they did. Errors: not_found, not_allowed, last_owner, stale. */
  destroy: call({ access: 'users.delete', kind: 'write', idempotent: true, problems: ['last_owner'] })
    .route({ method: 'DELETE', path: v4('/fleet_users/{id}'), tags: ['access'], summary: 'Delete a user' })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
  /**
   * Deactivates a user and ends their sessions, or activates the user again. Without `is_active` it toggles the current
   * state.
   */
  deactivate: call({ access: 'users.deactivate', kind: 'write', idempotent: true })
    .route({
      method: 'PUT',
      path: v4('/fleet_users/{id}/deactivate'),
      tags: ['access'],
      summary: 'Deactivate or activate a user',
    })
    .input(z.object({ id: Id, is_active: z.optional(z.boolean()) }))
    .output(User),
  /** Emails a new link for the first password and ends the previous one. Errors: not_found, not_allowed, too_many. */
  invite: call({ access: 'users.edit', kind: 'write', idempotent: true, problems: MAIL_PROBLEMS })
    .route({
      method: 'POST',
      path: v4('/fleet_users/{id}/invitations'),
      tags: ['access'],
      summary: 'Invite a user again',
    })
    .input(z.object({ id: Id }))
    .output(User),
  /**
   * Lists changes to the fleet's users and policies, newest first; `cursor` is the `next_cursor` of the previous page.
   * The path is our choice. Errors: not_allowed.
   */
  audit: call({ access: 'users.audit' })
    .route({ method: 'GET', path: v4('/user_changes'), tags: ['access'], summary: 'List audit log entries' })
    .input(
      z.object({
        user_id: z.optional(Id),
        /** FMC users instead of the fleet's. */
        fmc: z._default(z.boolean(), false),
        cursor: z.optional(Id),
        per_page: z._default(z.int().check(z.gte(1), z.lte(200)), 50),
      }),
    )
    .output(z.object({ changes: z.array(AuditEntry), next_cursor: z.nullable(Id) })),
}
