import { createHash, randomBytes, randomInt } from 'node:crypto'
import { OTP_DIGITS } from '#domain/core/limits.ts'

/** Random token of 256 bits, as text for cookies and headers (ruling 4). */
export const newToken = () => randomBytes(32).toString('base64url')

/** Stored hash of a token, so that a leaked table contains no usable tokens. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** One-time password, each of the million equally likely (S-8). */
export const newOtp = () => String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
