/** Whether an error is a violation of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return error instanceof Error && code === '23505' && constraint === index
}
