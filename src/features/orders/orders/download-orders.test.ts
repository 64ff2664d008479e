import { expect, it, vi } from 'vitest'
import { downloadOrders } from './download-orders.ts'

const create = vi.hoisted(() => vi.fn())
vi.mock('#src/api/client.ts', () => ({ api: { tickets: { create } } }))

it('a failed download is only logged (ERR-008)', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('refused')
  create.mockRejectedValueOnce(error)
  const range = { startDate: '', endDate: '', isActivePage: true, language: 'EN' } as const
  await expect(downloadOrders(range)).resolves.toBeUndefined()
  expect(log).toHaveBeenCalledExactlyOnceWith('The file could not be downloaded', error)
})
