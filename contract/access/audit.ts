import { Id, Instant } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** Recorded value of a field before or after a change, as text; never a password. */
const Value = z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())]))
export const FieldChange = z.object({ field: z.string(), from: Value, to: Value })
export type FieldChange = z.infer<typeof FieldChange>

const AUDIT_ACTIONS = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.deactivated',
  'user.activated',
  'user.invited',
  'user.password_set',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'fleet.created',
  'fleet.updated',
  'fleet.deleted',
  'fleet.entered',
  'fleet.left',
  'vehicle.left',
  'vehicle.arrived',
  'vehicle.deleted',
  'vehicle.restored',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const AuditPerson = z.nullable(z.object({ id: Id, name: z.string() }))
/** An entry of the audit log: who did what to whom, and when. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  act: z.enum(AUDIT_ACTIONS),
  by: AuditPerson,
  /** null: the action concerns the fleet, or one of its policies or vehicles. */
  of: AuditPerson,
  changes: z.array(FieldChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>
