// The growth of a database: bytes measured on 29 November 2026 with pg_total_relation_size, and what follows from them.
import { PHONES_PER_FLEET } from '#tools/bench/load/mix.ts'
import { formatNumber } from './figure.ts'
import { table } from './results-table.ts'

/** Rows and bytes with indexes that one cause adds to a table. */
interface Growth {
  table: string
  rows: number
  bytes: number
}

/** 1,500 entries sent to the API, each with two services. An entry also updates rows, which the bytes include. */
const PER_ENTRY: Growth[] = [
  { table: 'manual_maintenance_histories', rows: 1, bytes: 825 },
  { table: 'sync_changes', rows: 1, bytes: 683 },
  { table: 'history_services', rows: 2, bytes: 634 },
  { table: 'odometer_readings', rows: 1, bytes: 492 },
  { table: 'interval_completions', rows: 0.76, bytes: 218 },
]
/** Kept for 90 days. */
const KEY_BYTES = 1502
const WAL_BYTES = 10_436

/** The 16,365 orders of the demo data, in two years. */
const PER_ORDER: Growth[] = [
  { table: 'shop_order_activity_items', rows: 5.85, bytes: 1755 },
  { table: 'shop_orders', rows: 1, bytes: 640 },
  { table: 'payment_activities', rows: 1.56, bytes: 620 },
  { table: 'order_services', rows: 2.17, bytes: 532 },
  { table: 'sync_changes', rows: 1, bytes: 431 },
  { table: 'payments', rows: 0.78, bytes: 394 },
]
/** 20,000 changes of users. */
const AUDIT_BYTES = 337

/** An assumption, as high as the load: an entry an hour of each phone, in 2,000 hours of work a year. */
const HOURS = 2000
const ENTRIES = PHONES_PER_FLEET * HOURS
/** Of ten vehicles, each with 3.2 orders a year, as in the demo data. */
const ORDERS = 32
/** An assumption: changes of users and policies. */
const AUDITED = 50

const totalOf = (growth: readonly Growth[]) => growth.reduce((sum, { bytes }) => sum + bytes, 0)
const perYear = {
  entries: ENTRIES * totalOf(PER_ENTRY),
  orders: ORDERS * totalOf(PER_ORDER),
  audit: AUDITED * AUDIT_BYTES,
}
const TOTAL = perYear.entries + perYear.orders + perYear.audit
const KEYS = (ENTRIES * 90 * KEY_BYTES) / 365

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`
const terabytes = (bytes: number) => `${(bytes / 1e12).toFixed(2)} TB`

function rowsOf(growth: readonly Growth[], times: number): string[][] {
  return growth.map(({ table: name, rows, bytes }) => [
    `\`${name}\``,
    formatNumber(Math.round(rows * times)),
    formatNumber(Math.round(bytes / rows)),
    megabytes(bytes * times),
  ])
}

/** Cells of an installation with so many fleets. `servers`: as in the table of sizes. */
function diskRow(fleets: number): string[] {
  const entriesPerSecond = (fleets * ENTRIES) / (HOURS * 3600)
  return [
    formatNumber(fleets),
    terabytes(fleets * TOTAL),
    terabytes(fleets * KEYS),
    `${((entriesPerSecond * WAL_BYTES) / 1e6).toFixed(2)} MB/s`,
    terabytes(fleets * ENTRIES * WAL_BYTES),
  ]
}

/** Returns the sections about growth, disk, connections and the placement of fleets. */
export function growthSections(serversOf: (fleets: number) => number | null): string {
  const servers = serversOf(200_000)
  return `## Growth

Short-lived rows are deleted after some time ([retention](retention.md)). Entries stay as long as their vehicle. Records of money,
\`sync_changes\` and the two trails stay always. Bytes are those of rows with indexes, measured with
\`pg_total_relation_size\` on 29 November 2026: 1,500 entries sent to the API, the orders of the demo data, and 20,000 audited changes. For a fleet
with ${PHONES_PER_FLEET} phones and ten vehicles, in a year:

${table(
  ['table', 'rows', 'bytes per row', 'size'],
  [
    ...rowsOf(PER_ENTRY, ENTRIES),
    ['**entries**', formatNumber(ENTRIES), formatNumber(totalOf(PER_ENTRY)), megabytes(perYear.entries)],
    ...rowsOf(PER_ORDER, ORDERS),
    ['**orders**', formatNumber(ORDERS), formatNumber(totalOf(PER_ORDER)), megabytes(perYear.orders)],
    ['`audit_trail`', formatNumber(AUDITED), formatNumber(AUDIT_BYTES), megabytes(perYear.audit)],
  ],
)}

- Entries dominate, and their number is the assumption of the load: one an hour of each phone, in ${formatNumber(HOURS)} hours a year. With one entry
  a day, divide by eight. Watch \`wheelbook_database_size_bytes\`.
- \`sync_changes\` has one row per record. A change of the record updates it.
- \`command_trail\` has a row for each command of an operator, and does not depend on the fleets.
- No table is partitioned. Calls read the rows of a fleet or vehicle through indexes, and no list of a large fleet reads a whole table
  ([P-18](../requirements/qualities.md#P-18)). Old rows cost disk and backup time.

## Disk and connections

${table(
  [
    'fleets',
    'tables, per year',
    'idempotency keys (90 days)',
    'write-ahead log at work',
    'write-ahead log, per year',
  ],
  [500, 2000, 20_000, 200_000].map(diskRow),
)}

- An entry writes ${formatNumber(WAL_BYTES)} bytes of write-ahead log. A replica receives it, and an archive for point-in-time recovery stores it until
  the next base backup.
- Photos and invoices are in the file store and not in these figures.
- **200,000 fleets** need ${servers === null ? 'an unknown number of' : formatNumber(servers)} servers. With the default of 20 connections, and two more each, these are ${
    servers === null ? 'too many' : formatNumber(servers * 22)
  } connections,
  and each is a process of PostgreSQL. Set \`DATABASE_CONNECTIONS=4\` there: ${servers === null ? 'fewer' : formatNumber(servers * 6)}. The size of the tables
  and the cores of the primary both say that this should be several installations, such as ten of 20,000 fleets.

## Several installations

A fleet is in one installation with all its data, files and sessions. The host name of a request selects the installation: give
each one its own \`PUBLIC_URL\` and brands ([brands/README.md](../../brands/README.md)), and let DNS or the proxy route by host name. The fleets of a management company must be
in the same installation, because its staff see all of them.

Each installation also needs a \`DATABASE_URL\`, \`S3_BUCKET\`, \`FUEL_CARD_S3_BUCKET\`, \`DATA_FOLDER\` and \`BACKUP_FOLDER\` of its own. In a
shared bucket, settlement files of one could replace those of the other.

There is no placement by fleet id behind one host name: a request has a session, not a fleet, and only its installation's database
knows the session. Ids are unique in one installation only. Moving a fleet to another installation is not supported; place new
companies instead.`
}
