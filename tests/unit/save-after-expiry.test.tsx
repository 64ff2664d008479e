import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyUser, type UserDraft } from '#src/features/access/user-form/user-draft.ts'
import { useSaveUser } from '#src/features/access/user-form/useSaveUser.ts'
import { useSaveVehicle } from '#src/features/vehicles/entry/useSaveVehicle.ts'
import { emptyVehicle, type VehicleDraft } from '#src/features/vehicles/entry/vehicle-draft.ts'

type Save<Of> = (draft: Of) => Promise<boolean>

/** What the server responds to each save; `lost`: the response does not arrive. */
let responses: ('lost' | 'not_signed_in' | 'validation')[] = []
let keys: (string | null)[] = []

const STATUS = { not_signed_in: 401, validation: 422 }

function respond(request: Request): Response {
  keys.push(request.headers.get('Idempotency-Key'))
  const code = responses.shift() ?? 'lost'
  if (code === 'lost') throw new TypeError('no signal')
  return new Response(JSON.stringify({ code, errors: [code] }), {
    status: STATUS[code],
    headers: { 'X-Wheelbook-Api': '1', 'Content-Type': 'application/json' },
  })
}

beforeEach(() => {
  keys = []
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('fetch', async (request: Request) => respond(request))
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the function of a hook's first render that saves a draft. */
function savedBy<Of>(useSave: () => Save<Of>): Save<Of> {
  const saves: Save<Of>[] = []
  function Form() {
    saves.push(useSave())
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  return saves[0] ?? expect.unreachable('the form was not rendered')
}

function aForm<Of extends { step: 1 | 2 }>(first: Of) {
  const form = {
    draft: first,
    write: (next: (before: Of) => Of) => {
      form.draft = next(form.draft)
    },
    showErrors: () => {},
    toSecondStep: () => form.write((before) => ({ ...before, step: 2 })),
  }
  return form
}

function aUserForm() {
  const form = aForm<UserDraft>(emptyUser('en'))
  const save = savedBy<UserDraft>(
    () => useSaveUser({ user: null, context: 'settings', locked: [], form, onSaved: () => {} }).save,
  )
  return { form, save: () => save(form.draft) }
}

function aVehicleForm() {
  const form = aForm<VehicleDraft>(emptyVehicle())
  const save = savedBy<VehicleDraft>(() => useSaveVehicle(null, form, () => {}).save)
  return { form, save: () => save(form.draft) }
}

interface TwoStepForm {
  form: { draft: { step: 1 | 2 }; toSecondStep: () => void }
  save: () => Promise<boolean>
}
const FORMS: [string, () => TwoStepForm][] = [
  ['user', aUserForm],
  ['vehicle', aVehicleForm],
]

test.each(FORMS)(
  'the %s form stays on its step if the session has expired, and saves the same once more',
  async (_, open) => {
    const { form, save } = open()
    responses = ['lost']
    await save()
    form.toSecondStep()
    responses = ['not_signed_in']
    await save()
    expect(form.draft.step).toBe(2)
    responses = ['validation']
    await save()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(form.draft.step).toBe(1)
  },
)

test('a vehicle whose save may have arrived is still known after the session has expired', async () => {
  const { form, save } = aVehicleForm()
  responses = ['lost']
  await save()
  const { key } = form.draft
  form.write((before) => ({ ...before, key: crypto.randomUUID() }))
  responses = ['not_signed_in']
  await save()
  expect(form.draft.unanswered).toMatchObject({ key })
  expect(keys).toEqual([key, key])
})
