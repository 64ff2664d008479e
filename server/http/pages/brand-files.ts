import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/core/brand.ts'
import { brandPrivacyAddress } from '#contract/core/brand-assets.ts'
import { brandsFolder, privacyPolicyIn } from '#server/brands/brands.ts'
import { fontFile } from '#server/brands/fonts.ts'
import { webManifest } from '#server/brands/manifest.ts'
import { brandPictures } from '#server/brands/pictures.ts'
import { OPEN } from '#server/http/request.ts'
import { Problem } from '#server/problem.ts'
import { IMMUTABLE } from './assets.ts'

/** Serves pictures and manifest of the host's brand, at the same URLs on every host, and the fonts of all brands. */
export function brandFiles(
  app: FastifyInstance,
  { brands, folder }: { brands: readonly Brand[]; folder: string | null },
) {
  const brandPicture = brandPictures(folder ?? undefined)
  app.get<{ Params: { name: string } }>('/brand/:name', { config: OPEN }, async (request, reply) => {
    const picture = await brandPicture(request.brand.key, request.params.name)
    if (!picture) throw new Problem('not_found')
    return sendChecked(request, reply.type(picture.contentType), picture.body)
  })
  app.get(brandPrivacyAddress, { config: OPEN }, async (request, reply) => {
    const policy = privacyPolicyIn(join(folder ?? brandsFolder, request.brand.key))
    if (!policy) throw new Problem('not_found')
    return sendChecked(request, reply.type('application/json; charset=utf-8'), policy)
  })
  for (const font of new Set(brands.map(({ theme }) => theme.font))) {
    const { url, body } = fontFile(font)
    app.get(url, { config: OPEN }, async (_request, reply) =>
      reply.header('cache-control', IMMUTABLE).type('font/woff2').send(body),
    )
  }
  app.get('/manifest.webmanifest', { config: OPEN }, async (request, reply) => {
    const manifest = JSON.stringify(webManifest(request.brand, request.language))
    reply.header('vary', 'Accept-Language')
    return sendChecked(request, reply.type('application/manifest+json'), Buffer.from(manifest))
  })
}

/** Sends a file that the browser caches and revalidates each time. */
function sendChecked(request: FastifyRequest, reply: FastifyReply, body: Buffer) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': 'no-cache' })
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
}
