import * as z from './zod.ts'

/**
 * Every error of the API. The code is stable: clients decide by code and status, never by text. It is also the key of
 * its translation (`errors:<code>`).
 */
export const PROBLEMS = {
  malformed: 400,
  idempotency_key_missing: 400,
  idempotency_key_invalid: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  otp_invalid: 401,
  otp_used_up: 401,
  key_invalid: 401,
  partner_unknown: 401,
  not_a_fleet_customer: 403,
  not_allowed: 403,
  not_offered: 403,
  cross_site: 403,
  captcha_required: 403,
  not_found: 404,
  no_account: 404,
  method_not_allowed: 405,
  email_taken: 409,
  id_reused: 409,
  in_progress: 409,
  wrong_offset: 409,
  order_exists: 409,
  slot_taken: 409,
  proposal_over: 409,
  estimate_changed: 409,
  order_status: 409,
  promotion_used: 409,
  already_void: 409,
  already_undone: 409,
  interval_reset: 409,
  vehicle_in_order: 409,
  last_owner: 409,
  fleet_in_use: 409,
  payment_running: 409,
  payment_unknown: 409,
  payment_disputed: 409,
  payment_method_in_use: 409,
  payment_method_default: 409,
  shop_link_invalid: 410,
  shop_link_revoked: 410,
  shop_link_expired: 410,
  upload_running: 409,
  gone: 410,
  reset_link_invalid: 410,
  shell_link_invalid: 410,
  resync: 410,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  validation: 422,
  card_refused: 422,
  payment_required: 422,
  payment_declined: 422,
  scheduling_not_supported: 422,
  payment_method_missing: 422,
  promotion_unknown: 422,
  promotion_expired: 422,
  promotion_minimum: 422,
  key_reused: 422,
  vin_mismatch: 422,
  vin_missing: 422,
  digest_mismatch: 422,
  file_type: 422,
  file_active: 422,
  storage_full: 422,
  version_unknown: 425,
  precondition_missing: 428,
  too_many: 429,
  too_many_codes: 429,
  internal: 500,
  unavailable: 503,
  mail_unavailable: 503,
} as const satisfies Record<string, number>
export type ProblemCode = keyof typeof PROBLEMS

/** The latest change, which a rejected edit was not based on. */
export const LastChange = z.object({
  at: z.string(),
  /** Name of the user; null: unknown, or not of the caller's fleet. */
  by: z.nullable(z.string()),
  /** Made by the caller on another device or in another tab. */
  is_own: z.boolean(),
})
export type LastChange = z.infer<typeof LastChange>

/** Body of every error, `application/problem+json` (RFC 9457, plus the fields of the specification). */
export const ProblemBody = z.object({
  /** `/problems/<code>`; stable. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.optional(z.string()),
  /** Joined with commas for the alert (API-017). */
  errors: z.array(z.string()),
  /** Codes per field path ('vehicle_services.0.price'). */
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  alertType: z.literal('error'),
  alertMessage: z.string(),
  request_id: z.string(),
  /** 412: the current row, with its ETag. 409 slot_taken: the free times of that day (`ScheduleDay`). */
  current: z.optional(z.unknown()),
  etag: z.optional(z.string()),
  /** 412 of calls that can wait offline: who made the latest change, and when. */
  changed: z.optional(LastChange),
  /** 409 wrong_offset: number of stored bytes, which is the offset of the next part. */
  offset: z.optional(z.int()),
  /** 429, 503 and 409 in_progress: seconds. */
  retry_after: z.optional(z.number()),
})
export type ProblemBody = z.infer<typeof ProblemBody>
