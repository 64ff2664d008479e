/**
 * Text of an error without what identifies a person or opens a door: dependencies quote addresses and input in their
 * messages. Numbers of requests, users and fleets stay readable.
 */
export function redact(text: string): string {
  return PATTERNS.reduce((redacted, [pattern, instead]) => redacted.replace(pattern, instead), text)
}

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Credentials in addresses of servers: postgres://user:password@host.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi, '$1[credentials]@'],
  [/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g, '[email]'],
  [/\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi, '[credentials]'],
  // 17 characters with a digit and a letter: a VIN.
  [/\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}\b/gi, '[vin]'],
  [/\+?\b1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/g, '[phone]'],
  // Tokens and keys. A UUID is a number of ours.
  [/\b(?![0-9a-f]{8}-[0-9a-f]{4}-)(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/gi, '[token]'],
]
