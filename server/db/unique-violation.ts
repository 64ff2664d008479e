/** Whether a row was refused since another one has its place under this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return error instanceof Error && code === '23505' && constraint === index
}
