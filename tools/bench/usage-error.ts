/** Wrong arguments. The message is the usage of the benchmark. */
export class UsageError extends Error {}
