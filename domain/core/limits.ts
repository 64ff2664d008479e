/**
 * Every number of the specification, once. Bytes unless the name states another unit. "Our choice" marks numbers that
 * the specification does not define.
 */

/** Glovebox document: strictly below 10,000,000 bytes (GLV-008). */
export const DOCUMENT_MAX_BYTES = 9_999_999
/** Invoice of a history entry: strictly below 5,000,000 bytes (MHX-018). */
export const INVOICE_MAX_BYTES = 4_999_999
/**
 * Files above this size are uploaded in parts, so that a lost connection costs one part instead of the file
 * (docs/offline.md#protocol).
 */
export const PARTS_ABOVE_BYTES = 1_048_576
/** Largest part. */
export const PART_BYTES = 524_288
/** Most invoices of one history entry (MHX-020, our choice). */
export const INVOICE_MAX_COUNT = 5
/** Service rows of one history entry; our choice, far above any real invoice. */
export const SERVICE_ROWS_MAX = 60
/** Lines of one order, including rejected and removed ones; our choice. */
export const ORDER_LINES_MAX = 300
/** Transactions per page (TRX-020), and the maximum a caller may request: a download needs few calls. */
export const TRANSACTIONS_PER_PAGE = 4
export const TRANSACTIONS_PER_PAGE_MAX = 500
/** Customer comments, characters (SVC-089). */
export const COMMENTS_MAX = 150
/** Orders on one page of the approvals queue. */
export const APPROVALS_PER_PAGE = 25
export const APPROVALS_PER_PAGE_MAX = 100
/** Note of an approver, characters (APR-016). */
export const APPROVER_NOTE_MAX = 500
/** Notes of one order on a page. */
export const NOTES_PER_PAGE = 50
export const NOTES_PER_PAGE_MAX = 100
/** Title of such a note, and label of a service on an order, characters; our choice. */
export const NOTE_TITLE_MAX = 100
export const VANITY_LABEL_MAX = 60
/** Minimum number of network orders for a price range, in its window of months (ruling 31). */
export const PRICE_RANGE_ORDERS_MIN = 8
export const PRICE_RANGE_MONTHS = 12
/** PO number, shop name and other one-line texts, characters; our choice. */
export const PO_NUMBER_MAX = 50
/** Our choice: characters of a promotional code, and wrong ones of a user in a quarter of an hour. */
export const PROMOTION_CODE_MAX = 40
export const PROMOTION_TRIES = 10
export const SHOP_NAME_MAX = 120
export const DOCUMENT_NUMBER_MAX = 50
export const DOCUMENT_TITLE_MAX = 120
export const FILE_NAME_MAX = 255
/** Highest accepted odometer value, in the vehicle's unit; higher ones are typing errors. */
export const ODOMETER_MAX = 9_999_999
/** A document that expires in fewer days than this is shown as expiring (GLV-018). */
export const EXPIRY_WARNING_DAYS = 60
/** One-time password: digits (ACC-063), lifetime, tries, and requests per hour (ruling 6). */
export const OTP_DIGITS = 6
export const OTP_LIFE_MINUTES = 10
export const OTP_TRIES = 5
export const OTP_SENDS_PER_HOUR = 5
/** Delay between the last key and the check of the OTP field (ACC-063). */
export const OTP_CHECK_DELAY_MS = 500
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
/** Lifetime of an emailed link that sets a new password; our choice. */
export const RESET_LIFE_MINUTES = 30
/** Such links per email address and hour; and wrong links per IP address in the window. */
export const RESET_SENDS_PER_HOUR = 3
export const RESET_TRIES = 30
export const RESET_WINDOW_MINUTES = 15
/**
 * How often per hour one IP address may learn whether an email address has an account, each time after a captcha
 * (ruling 6).
 */
export const ACCOUNT_CHECKS_PER_HOUR = 5
/**
 * One-time passwords of sign-up: wrong ones per address and day (requests as on sign-in); tries of all kinds per
 * network.
 */
export const SIGN_UP_GUESSES_PER_DAY = 20
export const SIGN_UP_TRIES = 60
export const SIGN_UP_WINDOW_MINUTES = 15
/** Card tokens and declined cards per network in the same time, to prevent testing of stolen cards; our choice. */
export const CARD_TOKENS = 60
export const CARD_REFUSALS = 10
/** Lifetime of a sign-up that a partner started; our choice. */
export const SHELL_LINK_HOURS = 72
/** Sign-ups that a partner may start in an hour; our choice. */
export const SHELL_CUSTOMERS_PER_HOUR = 1000
/** Our choice. */
export const COMPANY_NAME_MAX = 120
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 256
/** Delay of quick filters after the last key (SVC-008). */
export const QUICK_FILTER_DELAY_MS = 300
/** Delay of the button that adds a payment method, after its tab opens (PAY-007). */
export const ADD_PAYMENT_DELAY_MS = 4000
/** Delay of the zip lookup after the last key (MHX-015). */
export const ZIP_LOOKUP_DELAY_MS = 2000
/** Duration of toasts (ERR-004). */
export const TOAST_MS = 3000
/** Delay before a grid redraws after its window is resized, in milliseconds (CST-001). */
export const GRID_REDRAW_DELAY_MS = 500
/** Delay before columns are sized to the width (VEH-007). */
export const SIZE_TO_FIT_DELAY_MS = 100
/** Rows per page of a grid, and of a small grid (CST-002). */
export const GRID_PAGE = 10
export const SHORT_GRID_PAGE = 5
/** Means all users or all vehicles (CST-005). */
export const SENTINEL_ALL = 999_999_999_999
/** Marks a special affiliation. Sent with the settings; nothing else depends on it (CST-003, CST-004). */
export const SPECIAL_AFFILIATION_ID = 3
/** Rows per page of a sync response, and the maximum that a client may request. */
export const SYNC_PAGE = 500
export const SYNC_PAGE_MAX = 2000
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
/** Default time zone (BRD-039). */
export const DEFAULT_TIME_ZONE = 'Etc/GMT+5'
/** Lifetime of a ticket that replaces the session's token, seconds (ruling 8). */
export const TICKET_SECONDS = 60
/** Fleets per page, and the shortest search (FMC-018, FMC-021). */
export const FLEETS_PER_PAGE = 50
/** Texts of a fleet, links of its avatar menu, and texts of a link; our choice. */
export const FLEET_TEXT_MAX = 100
export const QUICK_LINKS_MAX = 20
export const QUICK_LINK_DESCRIPTION_MAX = 300
export const QUICK_LINK_MAX = 2000
export const FLEET_QUERY_MIN = 3
/** Lifetime of a partner's sign-in key, seconds (ruling 7). */
export const SIGN_IN_KEY_SECONDS = 300
/** Lifetime and number of uses of a solved captcha, enough for the calls of one sign-in; our choice. */
export const CAPTCHA_LIFE_MINUTES = 20
export const CAPTCHA_USES = 8
/** Each further captcha within an hour doubles the work, up to this level: 2^4 of about a second; our choice. */
export const CAPTCHA_LEVEL_MAX = 4
/** Longest answer of a captcha, characters; above that of every provider. */
export const CAPTCHA_TOKEN_MAX = 4000
/** Names of people, and stated number of vehicles; our choice. */
export const PERSON_NAME_MAX = 60
export const VEHICLES_TOTAL_MAX = 1_000_000
/** Appointments can be booked from today to this many days ahead (SVC-099). */
export const BOOKING_DAYS = 30
/** Maximum days of a shop's schedule per call: all that can be booked. */
export const SCHEDULE_DAYS_MAX = BOOKING_DAYS + 1
/** Minimum lead time of an appointment, minutes; our choice. */
export const BOOKING_LEAD_MINUTES = 60
/** Orders per page, and the maximum. */
export const ORDERS_PER_PAGE = 50
export const ORDERS_PER_PAGE_MAX = 200
/** Characters of an order search; our choice. */
export const ORDER_SEARCH_MAX = 100
/** Longest range of days of one list or file of orders; our choice. */
export const ORDER_RANGE_DAYS_MAX = 3700
/** Days that a shop link works after the order is closed (ruling 15). */
export const SHOP_LINK_DAYS_AFTER_CLOSING = 30
/** Maximum age of a shop link while the order is open; a new one can replace it. */
export const SHOP_LINK_MAX_AGE_DAYS = 180
/** Wrong VINs on one link before it is blocked, in this window; and working links of one order; our choice. */
export const SHOP_LINK_TRIES = 10
export const SHOP_LINK_WINDOW_MINUTES = 15
export const SHOP_LINKS_MAX = 20
/** Number of VIN characters that open a link (ruling 15). */
export const SHOP_LINK_VIN_CHARACTERS = 8
/** A shop's note on a service, and its invoice number; photos of one line, files of one order; our choice. */
export const SHOP_NOTE_MAX = 300
export const INVOICE_NUMBER_MAX = 50
export const ESTIMATE_PHOTOS_MAX = 6
export const SHOP_FILES_MAX = 60
/** Fault codes of one request; our choice. */
export const FAULT_CODES_MAX = 50
/**
 * Miles (kilometres in Canada) per month: minimum (SCH-004), default if unknown (SCH-005), and maximum (our choice).
 */
export const MILES_PER_MONTH_MIN = 500
export const MILES_PER_MONTH_DEFAULT = 1000
export const MILES_PER_MONTH_MAX = 50_000
/** Items of one schedule; services of one interval, and characters of the reason for voiding a reading; our choice. */
export const SCHEDULE_ITEMS_MAX = 60
export const SCHEDULE_SERVICES_MAX = 40
export const VOID_REASON_MAX = 150
/** Number of latest readings and completions of a vehicle that due dates are computed from. */
export const DUE_READINGS = 40
export const DUE_COMPLETIONS = 400
/** Department number of a vehicle, characters (VEH-040). */
export const DEPARTMENT_MAX = 50
/** Vehicles of one bulk action; our choice: its request stays far below the limit of a body. */
export const BULK_ACTION_MAX = 10_000
/** How long the record of a bulk action can be read, and undone. */
export const BULK_ACTION_KEEP_DAYS = 31
/** Characters of the reason of a cancellation. */
export const CANCEL_NOTE_MAX = 500
/** Other texts of a vehicle or address, and drivers of one vehicle; our choice. */
export const VEHICLE_TEXT_MAX = 100
export const PLATE_MAX = 12
export const ADDRESS_MAX = 120
export const VEHICLE_DRIVERS_MAX = 20
/** Delay before the vehicle form shows its values (VEH-030). */
export const VEHICLE_EDIT_DELAY_MS = 1000
/** Maintenance policies of a fleet; services, users and vehicles of one policy; our choice. */
export const POLICIES_MAX = 100
export const POLICY_SERVICES_MAX = 200
export const POLICY_USERS_MAX = 50
/** Notifications of the card gateway: maximum age, and wrong signatures of a network in a window; our choice. */
export const NOTIFICATION_AGE_DAYS = 7
export const NOTIFICATION_REFUSALS = 60
export const NOTIFICATION_WINDOW_MINUTES = 15
/** Reason of a refund or an outside settlement, characters; our choice. */
export const PAYMENT_REASON_MAX = 300
/** Users of one payment method; our choice. */
export const METHOD_USERS_MAX = 500
export const POLICY_VEHICLES_MAX = 2000
/** Lifetime of a link for the first password, and such links per user and hour; our choice. */
export const INVITATION_LIFE_DAYS = 7
export const INVITATIONS_PER_HOUR = 5
/** Such links per fleet and hour. */
export const FLEET_INVITATIONS_PER_HOUR = 500
/** A fleet that signed up fewer days ago sends at most this many in 24 hours, to prevent abuse. */
export const NEW_FLEET_DAYS = 7
export const NEW_FLEET_INVITATIONS_PER_DAY = 50
/** Changes of a user's email address per hour. Each one emails the previous address. */
export const EMAIL_CHANGES_PER_HOUR = 5
/**
 * Users per page, and the maximum; vehicles of one user, fleets that a user approves for, and their own number; our
 * choice.
 */
export const USERS_PER_PAGE = 50
export const USERS_PER_PAGE_MAX = 500
/** An office user may be assigned to the vehicles of a whole fleet. */
export const USER_VEHICLES_MAX = 20_000
export const APPROVAL_FLEETS_MAX = 500
export const USER_OTHER_ID_MAX = 50

/** Vehicles of one transfer between fleets. */
export const TRANSFER_VEHICLES_MAX = 5000
/** Transfers of up to this many vehicles complete before the response. */
export const IMMEDIATE_TRANSFER_MAX = 25
/** Rows per page of the transfer's grids (FMC-061). */
export const TRANSFER_ROWS_PER_PAGE = 7

/** Highest price of one line that a shop may enter; above it, a decimal point is missing. In the fleet's currency. */
export const SHOP_PRICE_MAX = 100_000

/** Characters of the key of a report's group: `~` and a name. */
export const REPORT_KEY_MAX = 301
/** Groups and rows per page of a report, and the maximum. */
export const REPORT_ROWS_PER_PAGE = 25
export const REPORT_ROWS_PER_PAGE_MAX = 100
/** A shorter distance within a report's days gives no cost per mile. In the fleet's unit; our choice. */
export const REPORT_DISTANCE_MIN = 100
/** A class with fewer vehicles marks none as unusually high; our choice. */
export const OUTLIER_VEHICLES_MIN = 5
/** Longest range of a report. */
export const REPORT_YEARS_MAX = 5
/** Reports that one user gets by email, in one fleet; our choice. */
export const REPORT_SUBSCRIPTIONS_MAX = 10
/** Saved views of one user and list, characters of a name, and of one URL parameter; our choice. */
export const VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
export const VIEW_VALUE_MAX = 1000
