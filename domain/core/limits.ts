/** Every number of the specification, once. Bytes unless the name says otherwise. */

/** Glovebox document: strictly below 10,000,000 bytes (GLV-008). */
export const DOCUMENT_MAX_BYTES = 9_999_999
/** Invoice of a history entry: strictly below 5,000,000 bytes (MHX-018). */
export const INVOICE_MAX_BYTES = 4_999_999
/** Files above this size go in parts, so that a line that breaks costs one part and not the file (docs/offline.md#protocol). */
export const PARTS_ABOVE_BYTES = 1_048_576
/** Largest part. */
export const PART_BYTES = 524_288
/** Most invoices of one history entry (MHX-020, our choice). */
export const INVOICE_MAX_COUNT = 5
/** Service rows of one history entry; a bound of ours, far above any real invoice. */
export const SERVICE_ROWS_MAX = 60
/** Lines of one order, those that were rejected or taken off included; a bound of ours. */
export const ORDER_LINES_MAX = 300
/** Rows of a page of transactions (TRX-020), and the most that a caller may ask for: a download takes them in few calls. */
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
/** Title of such a note, and the label of a service on an order, characters; bounds of ours. */
export const NOTE_TITLE_MAX = 100
export const VANITY_LABEL_MAX = 60
/** A price range needs that many orders of the network in its window of months (ruling 31). */
export const PRICE_RANGE_ORDERS_MIN = 8
export const PRICE_RANGE_MONTHS = 12
/** PO number, shop name and other one-line texts, characters; a bound of ours. */
export const PO_NUMBER_MAX = 50
/** Our choice: characters of a promotional code, and wrong ones of a user in a quarter of an hour. */
export const PROMOTION_CODE_MAX = 40
export const PROMOTION_TRIES = 10
export const SHOP_NAME_MAX = 120
export const DOCUMENT_NUMBER_MAX = 50
export const DOCUMENT_TITLE_MAX = 120
export const FILE_NAME_MAX = 255
/** Highest odometer that is taken for a reading and not for a slip of the finger; unit of the vehicle. */
export const ODOMETER_MAX = 9_999_999
/** A document that expires in fewer days than this is shown as expiring (GLV-018). */
export const EXPIRY_WARNING_DAYS = 60
/** One-time password: digits (ACC-063), life, tries and sendings per hour (ruling 6). */
export const OTP_DIGITS = 6
export const OTP_LIFE_MINUTES = 10
export const OTP_TRIES = 5
export const OTP_SENDS_PER_HOUR = 5
/** The OTP field is checked this long after the last key (ACC-063). */
export const OTP_CHECK_DELAY_MS = 500
/** Remembered device and remembered e-mail live about half a year from the last one-time password (ACC-069, ruling 5). */
export const REMEMBER_ME_DAYS = 182
/** Sliding life of a session: remembered, and not (ruling 4). */
export const SESSION_REMEMBERED_DAYS = 30
export const SESSION_SHORT_HOURS = 12
/** A session ends so long after it was opened, however much it is used; our choice. */
export const SESSION_MAX_DAYS = 180
/** Sign-in failures per account, and per IP address in 15 minutes, before further ones are slowed (ruling 6). */
export const SIGN_IN_FAILURES = 10
export const SIGN_IN_WINDOW_MINUTES = 15
/** Failures at an account are forgotten after so long without one; our choice. */
export const SIGN_IN_FORGET_MINUTES = 60
/** Each account that signs in right from an IP address in 15 minutes lets it fail once more, up to so often; our choice. */
export const SIGN_IN_SOURCE_CREDITS_MAX = 40
/** Rows of the trail of sign-ins are kept so long; the table's trigger has the same number. Our choice. */
export const SIGN_IN_TRAIL_KEEP_DAYS = 400
/** Own sign-ins that a person is shown. */
export const SIGN_INS_SHOWN = 20
/** Life of a mailed link that sets a new password; our choice. */
export const RESET_LIFE_MINUTES = 30
/** Such links asked for per e-mail address and hour; and wrong links tried per IP address in the window. */
export const RESET_SENDS_PER_HOUR = 3
export const RESET_TRIES = 30
export const RESET_WINDOW_MINUTES = 15
/** How often an hour one IP address may learn whether an e-mail address has an account, each time after a captcha (ruling 6). */
export const ACCOUNT_CHECKS_PER_HOUR = 5
/** One-time passwords of sign-up: wrong ones per address and day, sendings as on sign-in; tries of all kinds per network. */
export const SIGN_UP_GUESSES_PER_DAY = 20
export const SIGN_UP_TRIES = 60
export const SIGN_UP_WINDOW_MINUTES = 15
/** Card tokens and cards refused per network in the same time: no testing of stolen cards here; bounds of ours. */
export const CARD_TOKENS = 60
export const CARD_REFUSALS = 10
/** How long a sign-up that a partner began can be completed; our choice. */
export const SHELL_LINK_HOURS = 72
/** Sign-ups that a partner may begin in an hour; a bound of ours. */
export const SHELL_CUSTOMERS_PER_HOUR = 1000
/** A bound of ours. */
export const COMPANY_NAME_MAX = 120
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 256
/** Quick filters wait this long after the last key (SVC-008). */
export const QUICK_FILTER_DELAY_MS = 300
/** The button that adds a payment method appears so long after its tab (PAY-007). */
export const ADD_PAYMENT_DELAY_MS = 4000
/** Zip look-up waits this long after the last key (MHX-015). */
export const ZIP_LOOKUP_DELAY_MS = 2000
/** Toasts last this long (ERR-004). */
export const TOAST_MS = 3000
/** Delay before a grid redraws after its window is resized, in milliseconds (CST-001). */
export const GRID_REDRAW_DELAY_MS = 500
/** Size to fit waits this long before the columns take the width (VEH-007). */
export const SIZE_TO_FIT_DELAY_MS = 100
/** Rows of a page of a grid, and of one in little room (CST-002). */
export const GRID_PAGE = 10
export const SHORT_GRID_PAGE = 5
/** Means all users or all vehicles (CST-005). */
export const SENTINEL_ALL = 999_999_999_999
/** Marks a special affiliation. Sent with the settings; nothing else depends on it (CST-003, CST-004). */
export const SPECIAL_AFFILIATION_ID = 3
/** Rows of one page of a sync answer, and the most a client may ask for. */
export const SYNC_PAGE = 500
export const SYNC_PAGE_MAX = 2000
/** Two entries may be the same job when completed so many days apart and with odometers so close (docs/offline.md row 25). */
export const DUPLICATE_DAYS = 1
export const DUPLICATE_ODOMETER_SHARE = 0.01
/** Possible duplicates that an answer names at most; a bound of ours. */
export const DUPLICATES_SHOWN_MAX = 3
/** A device that has not been heard of for so long is left out of the unsent work, and later forgotten; bounds of ours. */
export const UNSENT_SHOWN_DAYS = 90
export const HEARTBEATS_KEEP_DAYS = 180
/** Devices of one user in one fleet that are remembered; a bound of ours, far above what a person has. */
export const HEARTBEAT_DEVICES_MAX = 50
/** How long it is told that a device lost its data with entries in it. */
export const LOST_SHOWN_DAYS = 30
/** Idempotency keys are kept this long (docs/offline.md#protocol). */
export const IDEMPOTENCY_KEEP_DAYS = 90
/** A deleted vehicle can be restored for this long. */
export const DELETED_VEHICLE_KEEP_DAYS = 30
/** The report of a bulk upload is kept this long; a bound of ours. */
export const BULK_REPORT_KEEP_DAYS = 90
/** Default time zone (BRD-039). */
export const DEFAULT_TIME_ZONE = 'Etc/GMT+5'
/** Life of a ticket that stands in for the session's token, seconds (ruling 8). */
export const TICKET_SECONDS = 60
/** Fleets of one page, and the shortest search for one (FMC-018, FMC-021). */
export const FLEETS_PER_PAGE = 50
/** Texts of a fleet, links of its avatar menu, and the texts of one; bounds of ours. */
export const FLEET_TEXT_MAX = 100
export const QUICK_LINKS_MAX = 20
export const QUICK_LINK_DESCRIPTION_MAX = 300
export const QUICK_LINK_MAX = 2000
export const FLEET_QUERY_MIN = 3
/** Life of a sign-in key that a partner had made, seconds (ruling 7). */
export const SIGN_IN_KEY_SECONDS = 300
/** A confirmed captcha is good for the calls of one sign-in: this long, and so many of them; bounds of ours. */
export const CAPTCHA_LIFE_MINUTES = 20
export const CAPTCHA_USES = 8
/** Each further question of an hour costs twice the work, up to so many times: 2^4 of about a second; our choice. */
export const CAPTCHA_LEVEL_MAX = 4
/** Longest answer of a captcha, characters; those of every provider are shorter. */
export const CAPTCHA_TOKEN_MAX = 4000
/** Names of people, and vehicles that a fleet says it has; bounds of ours. */
export const PERSON_NAME_MAX = 60
export const VEHICLES_TOTAL_MAX = 1_000_000
/** An appointment is from today to so many days ahead (SVC-099). */
export const BOOKING_DAYS = 30
/** Days of a shop's schedule that one call may ask for: all that can be booked. */
export const SCHEDULE_DAYS_MAX = BOOKING_DAYS + 1
/** An appointment is at least so far ahead, minutes; a bound of ours. */
export const BOOKING_LEAD_MINUTES = 60
/** Orders of one page, and the most. */
export const ORDERS_PER_PAGE = 50
export const ORDERS_PER_PAGE_MAX = 200
/** Characters of a search among orders; a bound of ours. */
export const ORDER_SEARCH_MAX = 100
/** Longest range of days that one list or file of orders may ask for; a bound of ours. */
export const ORDER_RANGE_DAYS_MAX = 3700
/** A shop's link works for so long after the order is over (ruling 15). */
export const SHOP_LINK_DAYS = 30
/** A shop's link works for so long after it was made, also while the order goes on; a new one takes its place. */
export const SHOP_LINK_MAX_AGE_DAYS = 180
/** Wrong VINs on one link before it waits, in these minutes; and working links of one order; bounds of ours. */
export const SHOP_LINK_TRIES = 10
export const SHOP_LINK_WINDOW_MINUTES = 15
export const SHOP_LINKS_MAX = 20
/** Characters of the VIN that open a link (ruling 15). */
export const SHOP_LINK_VIN_CHARACTERS = 8
/** What a shop writes of one service, and its invoice's number; photos of one line, files of one order; bounds of ours. */
export const SHOP_NOTE_MAX = 300
export const INVOICE_NUMBER_MAX = 50
export const ESTIMATE_PHOTOS_MAX = 6
export const SHOP_FILES_MAX = 60
/** Fault codes of one request; a bound of ours. */
export const FAULT_CODES_MAX = 50
/** Miles (kilometres in Canada) per month: least (SCH-004), shown where none is known (SCH-005), and a bound of ours. */
export const MILES_PER_MONTH_MIN = 500
export const MILES_PER_MONTH_DEFAULT = 1000
export const MILES_PER_MONTH_MAX = 50_000
/** Lines of one schedule; services of one interval, and characters of the reason why a reading is void; bounds of ours. */
export const SCHEDULE_ITEMS_MAX = 60
export const SCHEDULE_SERVICES_MAX = 40
export const VOID_REASON_MAX = 150
/** Readings and completions of a vehicle that due dates are worked out from: the latest so many. */
export const DUE_READINGS = 40
export const DUE_COMPLETIONS = 400
/** Department number of a vehicle, characters (VEH-040). */
export const DEPARTMENT_MAX = 50
/** Other texts of a vehicle, of an address, and drivers of one vehicle; bounds of ours. */
export const VEHICLE_TEXT_MAX = 100
export const PLATE_MAX = 12
export const ADDRESS_MAX = 120
export const VEHICLE_DRIVERS_MAX = 20
/** The form of a vehicle shows its values so long after it was opened (VEH-030). */
export const VEHICLE_EDIT_DELAY_MS = 1000
/** Maintenance policies of a fleet; services, users and vehicles that one names; bounds of ours. */
export const POLICIES_MAX = 100
export const POLICY_SERVICES_MAX = 200
export const POLICY_USERS_MAX = 50
/** Notifications of the card gateway: how old one may be, and wrong signatures of a network in a window; bounds of ours. */
export const NOTIFICATION_AGE_DAYS = 7
export const NOTIFICATION_REFUSALS = 60
export const NOTIFICATION_WINDOW_MINUTES = 15
/** Reason of a refund, or of a payment that was settled outside of the platform, characters; a bound of ours. */
export const PAYMENT_REASON_MAX = 300
/** Users whom one payment method names; a bound of ours. */
export const METHOD_USERS_MAX = 500
export const POLICY_VEHICLES_MAX = 2000
/** A link for the first password works for so long, and so many are mailed to one user in an hour; our choice. */
export const INVITATION_LIFE_DAYS = 7
export const INVITATIONS_PER_HOUR = 5
/** And so many to people of one fleet. */
export const FLEET_INVITATIONS_PER_HOUR = 500
/** A fleet that signed up fewer days ago than this sends at most so many in 24 hours: nobody knows it yet. */
export const NEW_FLEET_DAYS = 7
export const NEW_FLEET_INVITATIONS_PER_DAY = 50
/** So often an hour the e-mail address of one user changes: each time a mail goes to the one before. */
export const EMAIL_CHANGES_PER_HOUR = 5
/** Users of one page, and the most; vehicles of one user, fleets that one approves for, and their own number; bounds of ours. */
export const USERS_PER_PAGE = 50
export const USERS_PER_PAGE_MAX = 500
/** Somebody in the office stands for a whole fleet at times. */
export const USER_VEHICLES_MAX = 20_000
export const APPROVAL_FLEETS_MAX = 500
export const USER_OTHER_ID_MAX = 50

/** Vehicles of one transfer between fleets. */
export const TRANSFER_VEHICLES_MAX = 5000
/** A transfer of so many vehicles is made before its call answers. */
export const IMMEDIATE_TRANSFER_MAX = 25
/** Rows on a page of the transfer's grids (FMC-061). */
export const TRANSFER_ROWS_PER_PAGE = 7

/** Price of one line that a shop may ask: beyond it, a decimal point is missing. In the fleet's currency. */
export const SHOP_PRICE_MAX = 100_000
