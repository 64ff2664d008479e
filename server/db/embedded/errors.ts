type EmbeddedPostgresErrorCode =
  | 'folder_in_use'
  | 'newer_major'
  | 'older_major'
  | 'not_a_data_folder'
  | 'no_access'
  | 'binaries_missing'
  | 'start_failed'
  | 'stop_failed'

/** Thrown when the embedded PostgreSQL fails; `message` tells an administrator how to fix it. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.code = code
  }
}
