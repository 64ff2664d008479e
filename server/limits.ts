/**
 * Numbers that only the server applies, such as attempts, lifetimes and retention. Those that the app needs too are in
 * `domain/core/limits.ts`.
 */

/** Minimum number of network orders for a price range, in its window of months (ruling 31). */
export const PRICE_RANGE_ORDERS_MIN = 8
export const PRICE_RANGE_MONTHS = 12
/**
 * Lifetime of a remembered device and email address: about half a year after the last one-time password (ACC-069,
 * ruling 5).
 */
export const REMEMBER_ME_DAYS = 182
/** Idle lifetime of a session: remembered, and not (ruling 4). */
export const SESSION_REMEMBERED_DAYS = 30
export const SESSION_SHORT_HOURS = 12
/** Maximum lifetime of a session, however much it is used; our choice. */
export const SESSION_MAX_DAYS = 180
/** Sign-in failures per account, and per IP address in 15 minutes, before further ones are slowed (ruling 6). */
export const SIGN_IN_FAILURES = 10
export const SIGN_IN_WINDOW_MINUTES = 15
/** Sign-in failures of an account expire after this long without a new one; our choice. */
export const SIGN_IN_FORGET_MINUTES = 60
/**
 * Each account that signs in successfully from an IP address in 15 minutes allows it one more failure, up to this
 * limit; our choice.
 */
export const SIGN_IN_SOURCE_CREDITS_MAX = 40
/** Retention of the sign-in log; the table's trigger uses the same number. Our choice. */
export const SIGN_IN_TRAIL_KEEP_DAYS = 400
/** Number of the user's own sign-ins that are shown. */
export const SIGN_INS_SHOWN = 20
/** Links to reset a password per email address and hour, and wrong ones per IP address in the window. */
export const RESET_SENDS_PER_HOUR = 3
/** Requests of a reset link per IP address and hour that need no captcha (ruling 6). */
export const RESETS_WITHOUT_CAPTCHA = 3
export const RESET_TRIES = 30
export const RESET_WINDOW_MINUTES = 15
/** How long a repeated request to set a password succeeds, because its first response may have been lost; our choice. */
export const REPEATED_PASSWORD_MINUTES = 15
/** How often per hour one IP address may learn whether an email address has an account (ruling 6). */
export const ACCOUNT_CHECKS_PER_HOUR = 5
/**
 * One-time passwords of sign-up: wrong ones per address, network and day (requests as on sign-in); tries of all kinds per
 * network.
 */
export const SIGN_UP_GUESSES_PER_DAY = 20
export const SIGN_UP_TRIES = 60
export const SIGN_UP_WINDOW_MINUTES = 15
/** Card tokens and declined cards per network in the window of sign-ups, to prevent testing of stolen cards; our choice. */
export const CARD_TOKENS = 60
export const DECLINED_CARDS = 10
/** Lifetime of a sign-up that a partner started; our choice. */
export const SHELL_LINK_HOURS = 72
/** Sign-ups that a partner may start in an hour; our choice. */
export const SHELL_CUSTOMERS_PER_HOUR = 1000
/**
 * Two entries may be duplicates if completed within this many days and with odometers this close (docs/offline.md row
 * 25).
 */
export const DUPLICATE_DAYS = 1
export const DUPLICATE_ODOMETER_SHARE = 0.01
/** Maximum number of possible duplicates in a response; our choice. */
export const DUPLICATES_SHOWN_MAX = 3
/** Devices without contact for this long are left out of unsent work, and later deleted; our choice. */
export const UNSENT_SHOWN_DAYS = 90
export const HEARTBEATS_KEEP_DAYS = 180
/** Maximum number of devices stored per user and fleet; our choice, far above real use. */
export const HEARTBEAT_DEVICES_MAX = 50
/** How long lost device data is reported. */
export const LOST_SHOWN_DAYS = 30
/** Retention of idempotency keys (docs/offline.md#protocol). */
export const IDEMPOTENCY_KEEP_DAYS = 90
/** A deleted vehicle can be restored for this long. */
export const DELETED_VEHICLE_KEEP_DAYS = 30
/** The report of a bulk upload is kept this long; a bound of ours. */
export const BULK_REPORT_KEEP_DAYS = 90
/** Lifetime of a ticket that replaces the session's token, seconds (ruling 8). */
export const TICKET_SECONDS = 60
/** Lifetime of a partner's sign-in key, seconds (ruling 7). */
export const SIGN_IN_KEY_SECONDS = 300
/** Lifetime and number of uses of a solved captcha, enough for the calls of one sign-in; our choice. */
export const CAPTCHA_LIFE_MINUTES = 20
export const CAPTCHA_USES = 8
/** Each further captcha within an hour doubles the work, up to this level: 2^4 of about a second; our choice. */
export const CAPTCHA_LEVEL_MAX = 4
/** Minimum lead time of an appointment, minutes; our choice. */
export const BOOKING_LEAD_MINUTES = 60
/** Days that a shop link works after the order is closed (ruling 15). */
export const SHOP_LINK_DAYS_AFTER_CLOSING = 30
/** Wrong VINs on one link before it is blocked, in this window; and working links of one order; our choice. */
export const SHOP_LINK_TRIES = 10
export const SHOP_LINK_WINDOW_MINUTES = 15
export const SHOP_LINKS_MAX = 20
/** Shop links that are emailed per hour: of one order, and by one user; our choice. */
export const SHOP_LINK_EMAILS_OF_ORDER = 5
export const SHOP_LINK_EMAILS_OF_USER = 60
/** Number of latest completions of a vehicle's scheduled services that due dates are computed from. */
export const DUE_COMPLETIONS = 400
/** How long the record of a bulk action can be read, and undone. */
export const BULK_ACTION_KEEP_DAYS = 31
/** How long the settlement of a captured amount is checked (decision 120); our choice. */
export const SETTLEMENT_CHECK_DAYS = 14
/** Notifications of the card gateway: maximum age, and wrong signatures of a network in a window; our choice. */
export const NOTIFICATION_AGE_DAYS = 7
export const INVALID_NOTIFICATIONS = 60
export const NOTIFICATION_WINDOW_MINUTES = 15
/** Lifetime of a link for the first password, and such links per user and hour; our choice. */
export const INVITATION_LIFE_DAYS = 7
export const INVITATIONS_PER_HOUR = 5
/** Such links per fleet and hour. */
export const FLEET_INVITATIONS_PER_HOUR = 500
/** A fleet that signed up fewer days ago sends at most this many in 24 hours, to prevent abuse. */
export const NEW_FLEET_DAYS = 7
export const NEW_FLEET_INVITATIONS_PER_DAY = 50
/** Reports that a user emails to themselves per hour, in one fleet; our choice (decision 107). */
export const REPORT_SENDS_PER_HOUR = 10
/** Taken addresses per hour that a user learns of by adding or changing other users; our choice. */
export const TAKEN_EMAILS_PER_HOUR = 30
/** Changes of a user's email address per hour. Each one emails the previous address. */
export const EMAIL_CHANGES_PER_HOUR = 5
/** Transfers of up to this many vehicles complete before the response. */
export const IMMEDIATE_TRANSFER_MAX = 25
/** A class with fewer vehicles marks none as unusually high; our choice. */
export const OUTLIER_VEHICLES_MIN = 5
/** Longest range of a report. */
export const REPORT_YEARS_MAX = 5
/** Duration of the attempts to deliver an email or a text message, as mail servers do (decision 31). */
export const DELIVERY_DAYS = 3
