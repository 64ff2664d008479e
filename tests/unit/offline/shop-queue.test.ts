import Dexie from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import { shopDb } from '#src/offline/shop/shop-db.ts'
import { openShopQueue } from '#src/offline/shop/shop-queue.ts'
import './device.ts'

afterEach(() => vi.restoreAllMocks())

const estimate = { lines: [{ service_definition_id: 1, price: '90.00', photos: [] }] }

/** Makes the next transaction end as `how` says, once. */
function nextTransaction(how: (run: () => Promise<unknown>) => Promise<unknown>) {
  const real = Dexie.prototype.transaction
  vi.spyOn(Dexie.prototype, 'transaction').mockImplementationOnce(function (this: Dexie, ...args: unknown[]) {
    return how(() => Reflect.apply(real, this, args) as Promise<unknown>) as never
  } as never)
}

it('reports an estimate as saved that was committed although the result of the storage was lost', async () => {
  const line = openShopQueue(901, 'wheelbook')
  nextTransaction(async (run) => {
    await run()
    throw new DOMException('The connection was lost', 'UnknownError')
  })
  await line.enter('estimate', estimate, [])
  const { ops } = await line.state.current()
  expect(ops.map(({ kind, body }) => [kind, body])).toEqual([['estimate', estimate]])
})

it('waits for storage that does not respond, and reports neither success nor failure in the meantime', async () => {
  const line = openShopQueue(902, 'wheelbook')
  let goOn = () => {}
  nextTransaction(async (run) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    return run()
  })
  const told = vi.fn()
  const entering = line.enter('estimate', estimate, []).then(
    () => told('saved'),
    () => told('not saved'),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).not.toHaveBeenCalled()
  goOn()
  await entering
  expect(told.mock.calls).toEqual([['saved']])
})

it('reports a failure only if nothing was stored', async () => {
  const line = openShopQueue(903, 'wheelbook')
  vi.spyOn(console, 'error').mockReturnValue()
  nextTransaction(async () => {
    throw new DOMException('There is no room', 'QuotaExceededError')
  })
  await expect(line.enter('estimate', estimate, [])).rejects.toThrow()
  const db = shopDb(903)
  expect(await db.ops.count()).toBe(0)
  db.close()
})
