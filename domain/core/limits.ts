/**
 * Every number of the specification, once; those that only the server applies are in `server/limits.ts`. Bytes unless the
 * name states another unit. "Our choice" marks numbers that the specification does not define.
 */

/** Glovebox document: strictly below 10,000,000 bytes (GLV-008). */
export const DOCUMENT_MAX_BYTES = 9_999_999
/** Invoice of a history entry: strictly below 5,000,000 bytes (MHX-018). */
export const INVOICE_MAX_BYTES = 4_999_999
/**
 * Largest part that the app sends. Larger files are uploaded in parts, so that a lost connection costs one part instead
 * of the file (docs/offline.md#protocol).
 */
export const SENT_PART_BYTES = 262_144
/** Largest part that the server accepts. Builds before December 2026 send parts of this size. */
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
/** Days before the expiry of a document or plate on which reminders are sent; 0: the last day. Our choice. */
export const DOCUMENT_STAGES = [0, 7, 30] as const
/** "Needs you today" lists a document from its first reminder on. */
export const DOCUMENT_NOTICE_DAYS = 30
/** One-time password: digits (ACC-063), lifetime, tries, and requests per hour (ruling 6). */
export const OTP_DIGITS = 6
export const OTP_LIFE_MINUTES = 10
export const OTP_TRIES = 5
export const OTP_SENDS_PER_HOUR = 5
/** Delay between the last key and the check of the OTP field (ACC-063). */
export const OTP_CHECK_DELAY_MS = 500
/** Lifetime of an emailed link that sets a new password; our choice. */
export const RESET_LIFE_MINUTES = 30
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
/** Default time zone (BRD-039). */
export const DEFAULT_TIME_ZONE = 'Etc/GMT+5'
/** Fleets per page, and the shortest search (FMC-018, FMC-021). */
export const FLEETS_PER_PAGE = 50
/** Texts of a fleet, links of its avatar menu, and texts of a link; our choice. */
export const FLEET_TEXT_MAX = 100
export const QUICK_LINKS_MAX = 20
export const QUICK_LINK_DESCRIPTION_MAX = 300
export const QUICK_LINK_MAX = 2000
export const FLEET_QUERY_MIN = 3
/** Longest answer of a captcha, characters; above that of every provider. */
export const CAPTCHA_TOKEN_MAX = 4000
/** Names of people, and stated number of vehicles; our choice. */
export const PERSON_NAME_MAX = 60
export const VEHICLES_TOTAL_MAX = 1_000_000
/** Appointments can be booked from today to this many days ahead (SVC-099). */
export const BOOKING_DAYS = 30
/** Maximum days of a shop's schedule per call: all that can be booked. */
export const SCHEDULE_DAYS_MAX = BOOKING_DAYS + 1
/** Orders per page, and the maximum. */
export const ORDERS_PER_PAGE = 50
export const ORDERS_PER_PAGE_MAX = 200
/** Characters of an order search; our choice. */
export const ORDER_SEARCH_MAX = 100
/** Maximum age of a shop link while the order is open; a new one can replace it. */
export const SHOP_LINK_MAX_AGE_DAYS = 180
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
 * Miles (kilometers in Canada) per month: minimum (SCH-004), default if unknown (SCH-005), and maximum (our choice).
 */
export const MILES_PER_MONTH_MIN = 500
export const MILES_PER_MONTH_DEFAULT = 1000
export const MILES_PER_MONTH_MAX = 50_000
/** Items of one schedule; services of one interval, and characters of the reason for voiding a reading; our choice. */
export const SCHEDULE_ITEMS_MAX = 60
export const SCHEDULE_SERVICES_MAX = 40
export const VOID_REASON_MAX = 150
/** Department number of a vehicle, characters (VEH-040). */
export const DEPARTMENT_MAX = 50
/** Vehicles of one bulk action; our choice: its request stays far below the limit of a body. */
export const BULK_ACTION_MAX = 10_000
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
/** Reason of a refund or an outside settlement, characters; our choice. */
export const PAYMENT_REASON_MAX = 300
/** Users of one payment method; our choice. */
export const METHOD_USERS_MAX = 500
export const POLICY_VEHICLES_MAX = 2000
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
/** Rows per page of the transfer's grids (FMC-061). */
export const TRANSFER_ROWS_PER_PAGE = 7
/** Highest price of one line that a shop may enter; above it, a decimal point is missing. In the fleet's currency. */
export const SHOP_PRICE_MAX = 100_000
/** Characters of the key of a report's group: `~` and a name. */
export const REPORT_KEY_MAX = 301
/** Groups and rows per page of a report, and the maximum. */
export const REPORT_ROWS_PER_PAGE = 25
export const REPORT_ROWS_PER_PAGE_MAX = 100
/** Rows of a report that are printed at most: 40 pages of paper (DSH-040). */
export const REPORT_PRINT_ROWS_MAX = 2000
/** Calendar months that five years of 366 days touch at most: from 2021-01-31 to 2026-02-03. */
export const REPORT_MONTHS_MAX = 62
/** A shorter distance within a report's days gives no cost per mile. In the fleet's unit; our choice. */
export const REPORT_DISTANCE_MIN = 100
/** Reports that one user gets by email, in one fleet; our choice. */
export const REPORT_SUBSCRIPTIONS_MAX = 10
/** Saved views of one user and list, characters of a name, and of one URL parameter; our choice. */
export const VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
export const VIEW_VALUE_MAX = 1000
/** Number of latest valid readings of a vehicle that a schedule contains (decision 90). */
export const DUE_READINGS = 40
/** Number of latest doubtful and void readings that a schedule contains, for display. */
export const OTHER_READINGS = 10
