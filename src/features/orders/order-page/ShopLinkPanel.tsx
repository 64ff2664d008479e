import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ShopLinkState } from '#contract/orders/shop-links.ts'
import { can } from '#domain/access/permissions.ts'
import { api, queries } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { FailedSection } from '#src/local-data/FailedSection.tsx'
import { useOnline } from '#src/local-data/useOnline.ts'
import { hexOf } from '#src/offline/model/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

interface LinkOptions {
  replaces?: boolean
  sends?: boolean
}

interface Made {
  address: string
  qr: string
}

/** Links by which the shop acts on this order (ruling 15): create, show once, email, revoke. */
export function ShopLinkPanel({ orderId }: { orderId: number }) {
  const { user } = useSession()
  return can(user, 'orders.shareWithShop') ? <Panel orderId={orderId} /> : null
}

function Panel({ orderId }: { orderId: number }) {
  const t = useTexts('shop-link')
  const textOf = useFailureText()
  const client = useQueryClient()
  const query = queries.shopLinks.state.queryOptions({ input: { id: orderId }, staleTime: 0, retry: false })
  const links = useQuery(query)
  const { data: state } = links
  const [made, setMade] = useState<Made>()
  const [confirming, setConfirming] = useState<'renew' | 'end'>()
  // A repeated request gets the same address only with the same seed.
  const [seed] = useState(() => hexOf(crypto.getRandomValues(new Uint8Array(32))))
  const { run, isBusy, failure } = useWrite({
    call: async (wanted: LinkOptions | 'revoke', context): Promise<Made | undefined> => {
      if (wanted === 'revoke') {
        await api.shopLinks.revoke({ id: orderId }, { context })
        return undefined
      }
      const { address, qr } = await api.shopLinks.create({ id: orderId, seed, ...wanted }, { context })
      return address === null || qr === null ? undefined : { address, qr }
    },
    refresh: () => client.invalidateQueries({ queryKey: query.queryKey }),
    onSaved: setMade,
  })
  if (!state) return <FailedSection title={t('shop-link:panel.title')} query={links} />

  function act(wanted: LinkOptions | 'revoke') {
    setConfirming(undefined)
    void run(wanted)
  }
  return (
    <Section title={t('shop-link:panel.title')}>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {state.refused ? t(`shop-link:problem.${state.refused}`) : t('shop-link:panel.intro')}
        </Typography>
        {failure && <AlertBox type="error" message={textOf(failure)} />}
        {made && <NewLink key={made.address} made={made} />}
        {state.links.length > 0 && <LinkList links={state.links} />}
        {!state.refused && (
          <LinkActions state={state} isBusy={isBusy} onAct={act} onConfirm={setConfirming} />
        )}
      </Stack>
      {confirming && (
        <ConfirmDialog
          open
          isDestructive
          title={t(`shop-link:panel.${confirming}`)}
          message={t(`shop-link:panel.${confirming}Asks`)}
          confirmLabel={t(`shop-link:panel.${confirming}`)}
          onConfirm={() => act(confirming === 'end' ? 'revoke' : { replaces: true })}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </Section>
  )
}

interface LinkActionsProps {
  state: ShopLinkState
  isBusy: boolean
  onAct: (options: LinkOptions) => void
  onConfirm: (question: 'renew' | 'end') => void
}

/** Creates, emails, replaces and ends links; needs a connection. */
function LinkActions({ state, isBusy, onAct, onConfirm }: LinkActionsProps) {
  const t = useTexts('shop-link')
  const offline = !useOnline() && t('shop-link:panel.offline')
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <ActionButton variant="outlined" loading={isBusy} disabledReason={offline} onClick={() => onAct({})}>
        {t('shop-link:panel.show')}
      </ActionButton>
      {state.shop_email && (
        <ActionButton
          variant="outlined"
          loading={isBusy}
          disabledReason={offline}
          onClick={() => onAct({ sends: true })}
        >
          {t('shop-link:panel.send')}
        </ActionButton>
      )}
      {state.links.length > 0 && (
        <>
          <ActionButton loading={isBusy} disabledReason={offline} onClick={() => onConfirm('renew')}>
            {t('shop-link:panel.renew')}
          </ActionButton>
          <ActionButton
            color="error"
            loading={isBusy}
            disabledReason={offline}
            onClick={() => onConfirm('end')}
          >
            {t('shop-link:panel.end')}
          </ActionButton>
        </>
      )}
    </Stack>
  )
}

function LinkList({ links }: Pick<ShopLinkState, 'links'>) {
  const t = useTexts('shop-link')
  const format = useFormat()
  /** Null if it was not emailed and its creator is unknown. */
  const originOf = ({ sent_to, created_by_name }: ShopLinkState['links'][number]) => {
    if (sent_to) return t('shop-link:panel.sentTo', { address: sent_to })
    return created_by_name && t('shop-link:panel.madeBy', { name: created_by_name })
  }
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.5 }}>
      {links.map((link) => (
        <Typography component="li" variant="body2" key={link.id} sx={{ overflowWrap: 'anywhere' }}>
          {[
            format.dateTime(link.created_at),
            originOf(link),
            link.opened_at
              ? t('shop-link:panel.opened', { when: format.dateTime(link.opened_at) })
              : t('shop-link:panel.unopened'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      ))}
    </Box>
  )
}

/** The new link as a QR code and as text to copy. The server returns it only once. */
function NewLink({ made }: { made: Made }) {
  const t = useTexts('shop-link')
  const [isCopied, setIsCopied] = useState(false)
  const address = useRef<HTMLElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(made.address)
      setIsCopied(true)
    } catch {
      // The browser refused. The user can copy the selected address manually.
      if (address.current) getSelection()?.selectAllChildren(address.current)
    }
  }
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'center' }}>
      <Box
        component="img"
        src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`}
        alt={t('shop-link:panel.qr')}
        sx={{ width: 200, height: 200, borderRadius: 1, bgcolor: '#fff' }}
      />
      <Stack sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start' }}>
        <Typography variant="body2">{t('shop-link:panel.once')}</Typography>
        <Typography ref={address} variant="body2" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
          {made.address}
        </Typography>
        <Button variant="contained" onClick={() => void copy()}>
          {isCopied ? t('shop-link:panel.copied') : t('shop-link:panel.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}
