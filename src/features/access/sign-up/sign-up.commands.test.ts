import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signUp } from './sign-up.commands.ts'
import { emptyDraft, readSignUp, toPayload } from './sign-up-form.ts'

const draft = {
  ...emptyDraft,
  companyName: 'Northgate Couriers',
  carCount: '12',
  firstName: 'Ada',
  lastName: 'Person',
  email: 'ada@example.com',
  phoneNumber: '6145550100',
  zipCode: '43215',
  terms: true,
}
const setting = { isMultifactor: true, language: 'en' } as const

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://fleet.example', hostname: 'fleet.example' })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
})
afterEach(() => vi.unstubAllGlobals())

/** Simulates a server that responds to the sign-up with this. Returns the paths that it receives. */
function serve(body: object, status: number) {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    paths.push(pathname.split('/').at(-1) ?? '')
    const headers = { 'x-wheelbook-api': '1' }
    const sent = { otp_required: true, alertType: 'success', alertMessage: 'OTP sent successfully' }
    return pathname.endsWith('send_otp')
      ? Response.json(sent, { headers })
      : Response.json(body, { status, headers })
  })
  return paths
}

function start(password: string) {
  const { fields } = readSignUp(draft, { password, confirmPassword: password }, 'US')
  if (!fields) throw new Error('The form is invalid')
  return signUp(toPayload(fields, draft, 'US', undefined), setting, crypto.randomUUID())
}

test('a password that the server rejects is reported before a one-time password is sent', async () => {
  const rejected = { code: 'validation', errors: ['…'], fields: { password: ['password_common'] } }
  const paths = serve(rejected, 422)
  await expect(start('password1')).rejects.toMatchObject({ fields: { password: ['password_common'] } })
  expect(paths).toEqual(['fleet_signup'])
})

test('a one-time password is sent once the server has accepted everything else (ACC-056)', async () => {
  const paths = serve({ otp_required: true }, 200)
  expect(await start('seven lemons on a truck')).toEqual({ otpRequired: true })
  expect(paths).toEqual(['fleet_signup', 'send_otp'])
})
