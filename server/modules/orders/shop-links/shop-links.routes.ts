import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { UseCase } from '#server/use-case.ts'
import { hashToken } from '../../access/session/tokens.ts'
import type { DocumentPorts } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import { qrCodeOf } from './qr-code.ts'
import {
  acceptTimeAsShop,
  completeAsShop,
  confirmAsShop,
  declineAsShop,
  declineTimeAsShop,
  estimateAsShop,
  invoiceAsShop,
  listServicesForShop,
  showOrderToShop,
} from './shop-actions.service.ts'
import { listTimesOfShop } from './shop-appointments.ts'
import { setShopCookie } from './shop-links.cookies.ts'
import {
  createShopLink,
  findMissingReceipts,
  type LinkCreation,
  readAsShop,
  revokeShopLinks,
  shopLinkToken,
  showShopLinks,
  unlockShopLink,
} from './shop-links.service.ts'

/** Users cannot upload here; the shop may upload the files that its order announced. */
const file = { kind: 'maintenance', maySend: () => false } as const

export const shopLinksRoutes = (creation: LinkCreation, ports: DocumentPorts) => {
  const { clock } = creation
  const asShop = (context: CallContext, tx: UseCase['tx']) => ({ tx, clock, shop: context.shop() })
  return {
    state: os.shopLinks.state.handler(({ input, context }) =>
      context.read((tx) => showShopLinks(context.useCase(tx), input.id)),
    ),
    create: os.shopLinks.create.handler(async ({ input, context }) => {
      const { ports: creationPorts } = creation
      const about = { orderId: input.id, userId: context.actor().userId }
      const token = shopLinkToken(input.seed, { ...about, key: idempotencyKeyOf(context.request) })
      const { page, token_hash, state } = await context.writeAcross(input, (tx) =>
        createShopLink({ ...context.useCase(tx), clock, ports: creationPorts }, input, token),
      )
      // A repeated request without a seed: the token of the link is no longer known.
      if (token_hash !== hashToken(token).toString('hex')) return { address: null, qr: null, state }
      const address = `${page}#${token}`
      return { address, qr: await qrCodeOf(address), state }
    }),
    revoke: os.shopLinks.revoke.handler(({ input, context }) =>
      context.write(input, async (tx) => ({ body: await revokeShopLinks(context.useCase(tx), input.id) })),
    ),
    unlock: os.shopLinks.unlock.handler(async ({ input, context }) => {
      const { shop, token } = await unlockShopLink(creation, input, context.request.ip)
      setShopCookie(context.reply, shop.orderId, token)
      return readAsShop(creation, shop, (tx) => showOrderToShop({ tx, shop, clock }))
    }),
    show: os.shopLinks.show.handler(({ context }) =>
      context.read((tx) => showOrderToShop(asShop(context, tx))),
    ),
    services: os.shopLinks.services.handler(({ context }) =>
      context.read((tx) => listServicesForShop(asShop(context, tx))),
    ),
    schedule: os.shopLinks.schedule.handler(({ input, context }) =>
      context.read((tx) => listTimesOfShop({ tx, clock }, context.shop(), input.date)),
    ),
    confirm: os.shopLinks.confirm.handler(({ input, context }) =>
      context.write(input, (tx) => confirmAsShop(asShop(context, tx), input)),
    ),
    decline: os.shopLinks.decline.handler(({ input, context }) =>
      context.write(input, (tx) => declineAsShop(asShop(context, tx), input)),
    ),
    acceptTime: os.shopLinks.acceptTime.handler(({ input, context }) =>
      context.write(input, (tx) => acceptTimeAsShop(asShop(context, tx), input)),
    ),
    declineTime: os.shopLinks.declineTime.handler(({ input, context }) =>
      context.write(input, (tx) => declineTimeAsShop(asShop(context, tx), input)),
    ),
    estimate: os.shopLinks.estimate.handler(({ input, context }) =>
      context.write(input, (tx) => estimateAsShop({ ...asShop(context, tx), ports }, input)),
    ),
    complete: os.shopLinks.complete.handler(({ input, context }) => {
      // A server of the previous version ignores `based_on`, and either may answer a repeated request.
      const { based_on: _basis, ...content } = input
      return context.write(content, (tx) => completeAsShop(asShop(context, tx), input))
    }),
    invoice: os.shopLinks.invoice.handler(({ input, context }) =>
      context.write(input, (tx) => invoiceAsShop({ ...asShop(context, tx), ports }, input)),
    ),
    receipts: os.shopLinks.receipts.handler(({ input, context }) =>
      context.read((tx) => findMissingReceipts(tx, context.shop(), input.ids)),
    ),
    putFile: os.shopLinks.putFile.handler(async ({ input, context }) => {
      const taken = await takeFile(context, ports, { ...file, id: input.document_id, file: input.file })
      const { id, state, sha256, byte_size } = taken
      return { id, state, sha256, byte_size }
    }),
    putPart: os.shopLinks.putPart.handler(({ input, context }) =>
      takePart(context, ports, {
        ...file,
        id: input.document_id,
        file: input.file,
        offset: input.offset,
      }),
    ),
    getFile: os.shopLinks.getFile.handler(({ input, context }) =>
      openFile(context, ports, 'maintenance', input.document_id),
    ),
  }
}
