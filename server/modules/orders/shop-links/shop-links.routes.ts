import { os } from '#server/http/calls/implementer.ts'
import type { DocumentPorts } from '../../core/documents/documents.service.ts'
import { openFile, takeFile, takePart } from '../../core/documents/file-calls.ts'
import type { ShopActionsService } from './shop-actions.service.ts'
import { setShopCookie } from './shop-links.cookies.ts'
import {
  createShopLink,
  findMissingReceipts,
  type LinkCreation,
  readAsShop,
  revokeShopLinks,
  showShopLinks,
  unlockShopLink,
} from './shop-links.service.ts'

/** Users cannot upload here; the shop may upload the files that its order announced. */
const file = { kind: 'maintenance', maySend: () => false } as const

export const shopLinksRoutes = (
  creation: Omit<LinkCreation, 'actor'>,
  actions: ShopActionsService,
  ports: DocumentPorts,
) => ({
  state: os.shopLinks.state.handler(({ input, context }) =>
    context.read((tx) => showShopLinks(context.useCase(tx), input.id)),
  ),
  create: os.shopLinks.create.handler(({ input, context }) =>
    createShopLink({ ...creation, actor: context.actor() }, input),
  ),
  revoke: os.shopLinks.revoke.handler(({ input, context }) =>
    context.read((tx) => revokeShopLinks(context.useCase(tx), input.id)),
  ),
  unlock: os.shopLinks.unlock.handler(async ({ input, context }) => {
    const { shop, token } = await unlockShopLink(creation, input, context.request.ip)
    setShopCookie(context.reply, shop.orderId, token)
    return readAsShop(creation, shop, actions.show)
  }),
  show: os.shopLinks.show.handler(({ context }) => context.read((tx) => actions.show(tx, context.shop()))),
  services: os.shopLinks.services.handler(({ context }) =>
    context.read((tx) => actions.services(tx, context.shop())),
  ),
  schedule: os.shopLinks.schedule.handler(({ input, context }) =>
    context.read((tx) => actions.times(tx, context.shop(), input.date)),
  ),
  confirm: os.shopLinks.confirm.handler(({ input, context }) =>
    context.write(input, (tx) => actions.confirm(tx, context.shop(), input)),
  ),
  decline: os.shopLinks.decline.handler(({ input, context }) =>
    context.write(input, (tx) => actions.decline(tx, context.shop(), input)),
  ),
  acceptTime: os.shopLinks.acceptTime.handler(({ input, context }) =>
    context.write(input, (tx) => actions.acceptTime(tx, context.shop(), input)),
  ),
  declineTime: os.shopLinks.declineTime.handler(({ input, context }) =>
    context.write(input, (tx) => actions.declineTime(tx, context.shop(), input)),
  ),
  estimate: os.shopLinks.estimate.handler(({ input, context }) =>
    context.write(input, (tx) => actions.estimate(tx, context.shop(), input)),
  ),
  complete: os.shopLinks.complete.handler(({ input, context }) =>
    context.write(input, (tx) => actions.complete(tx, context.shop(), input)),
  ),
  invoice: os.shopLinks.invoice.handler(({ input, context }) =>
    context.write(input, (tx) => actions.invoice(tx, context.shop(), input)),
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
})
