import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#server/concurrency.ts'

/** OWASP's second recommended parameters: 19 MiB, two passes (ruling 9). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)
/** Two at a time, since each takes 19 MiB and a core; others wait, and beyond 100 waiting it is 503 (S-9). */
const limited = limitConcurrency({ running: 2, waiting: 100 })

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Returns an Argon2id hash in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. Normalizes Unicode first. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await limited(() => derive({ ...COST, message: password.normalize('NFC'), nonce }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(key)}`
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** Hash of a random value, so that unknown users take as long to check as known ones (ruling 6). */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(randomBytes(16))}$${encode(randomBytes(32))}`

/**
 * Returns whether the password matches the stored hash; `null` (unknown user) takes the same time and returns false.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = FORM.exec(stored ?? DUMMY_HASH)
  if (!parts) throw new Error('A stored password hash is not in the form that this version writes.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts
  const expected = Buffer.from(hash, 'base64')
  const actual = await limited(() =>
    derive({
      message: password.normalize('NFC'),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected) && stored !== null
}
