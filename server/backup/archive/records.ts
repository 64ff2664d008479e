import * as z from 'zod/mini'

/** Version of the archive format. Raise it when an older server could misread a newer archive. */
export const FORMAT = 1

const Column = z.string()

/** A table with the columns that are copied: all but generated ones. */
const TableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(Column) })
export type Table = z.infer<typeof TableSchema>

const StoredFileSchema = z.object({ key: z.string(), stored_ms: z.number(), sha256: z.string() })
/** A file of the store. Its bytes are in the backup folder, once for all archives that name it. */
export type StoredFile = z.infer<typeof StoredFileSchema>

const SequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  last: z.nullable(z.coerce.string()),
})
/** A sequence with its last number. Null: it has given none. */
export type Sequence = z.infer<typeof SequenceSchema>

/** The records of an archive, in this order: start, tables with their rows in between, sequences, files, end. */
export const RecordSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    format: z.number(),
    made_at: z.string(),
    /** Migrations that the database had, with the checksums of their texts. */
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  }),
  z.object({ type: z.literal('table'), table: TableSchema }),
  /** Ends the rows of a table. The digest covers the rows as PostgreSQL copies them. */
  z.object({ type: z.literal('table-end'), rows: z.number(), sha256: z.string() }),
  z.object({ type: z.literal('sequences'), sequences: z.array(SequenceSchema) }),
  z.object({ type: z.literal('files'), files: z.array(StoredFileSchema) }),
  z.object({
    type: z.literal('end'),
    tables: z.number(),
    rows: z.number(),
    files: z.number(),
    /** Files that rows name but the store did not have. */
    missing: z.array(z.string()),
  }),
])
export type ArchiveRecord = z.infer<typeof RecordSchema>
export type ArchiveStart = Extract<ArchiveRecord, { type: 'start' }>
export type ArchiveEnd = Extract<ArchiveRecord, { type: 'end' }>
