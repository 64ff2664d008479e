import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { usePolicyNames } from '#src/features/maintenance/policies/usePolicyNames.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { Approvers } from './Approvers.tsx'
import { PolicyActions, type PolicyHandlers } from './PolicyActions.tsx'

interface PolicyListProps {
  policies: readonly MaintenancePolicy[]
  /** Undefined: read-only. */
  actions: PolicyHandlers | undefined
  /** The one row that is new or being edited; `id` null: new (SET-020, SET-021). */
  open?: { id: number | null; form: ReactNode } | undefined
}

/** Policies as a table, on phones as cards. */
export function PolicyList(props: PolicyListProps) {
  return useIsPhone() ? <Cards {...props} /> : <Table {...props} />
}

function Table({ policies, actions, open }: PolicyListProps) {
  const t = useTexts('policies')
  const width = actions ? 5 : 4
  const formRow = open && (
    <tr>
      <td colSpan={width}>{open.form}</td>
    </tr>
  )
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto', position: 'relative' }}>
      <Box component="table" aria-label={t('policies:title')} sx={table}>
        <thead>
          <tr>
            <th scope="col">{t('policies:column.amount')}</th>
            <th scope="col">{t('policies:column.users')}</th>
            <th scope="col">{t('policies:column.vehicles')}</th>
            <th scope="col">{t('policies:column.services')}</th>
            {actions && (
              <th scope="col">
                <span style={visuallyHidden}>{t('policies:column.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {open?.id === null && formRow}
          {policies.map((policy) =>
            open?.id === policy.id ? (
              <FormRow key={policy.id}>{formRow}</FormRow>
            ) : (
              <Row key={policy.id} policy={policy} actions={actions} />
            ),
          )}
        </tbody>
      </Box>
    </Paper>
  )
}

const FormRow = ({ children }: { children: ReactNode }) => children

interface RowProps {
  policy: MaintenancePolicy
  actions: PolicyHandlers | undefined
}

function Row({ policy, actions }: RowProps) {
  const format = useFormat()
  const names = usePolicyNames()
  return (
    <tr>
      <Box component="th" scope="row" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {format.money(policy.amount)}
      </Box>
      <td>
        <Approvers policy={policy} />
      </td>
      <td>
        <Vehicles policy={policy} text={names.vehicles(policy)} />
      </td>
      <td>{names.services(policy)}</td>
      {actions && (
        <td>
          <PolicyActions policy={policy} actions={actions} />
        </td>
      )}
    </tr>
  )
}

function Cards({ policies, actions, open }: PolicyListProps) {
  const t = useTexts('policies')
  const form = open && (
    <Paper component="li" variant="outlined" sx={{ p: 1.5 }}>
      {open.form}
    </Paper>
  )
  return (
    <Stack component="ul" aria-label={t('policies:title')} sx={{ gap: 1.5 }}>
      {open?.id === null && form}
      {policies.map((policy) =>
        open?.id === policy.id ? (
          <FormRow key={policy.id}>{form}</FormRow>
        ) : (
          <Card key={policy.id} policy={policy} actions={actions} />
        ),
      )}
    </Stack>
  )
}

function Card({ policy, actions }: RowProps) {
  const t = useTexts('policies')
  const format = useFormat()
  const names = usePolicyNames()
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t('policies:upTo', { amount: format.money(policy.amount) })}
        </Typography>
        {actions && <PolicyActions policy={policy} actions={actions} />}
      </Stack>
      <Facts
        facts={[
          { label: t('policies:column.users'), value: <Approvers policy={policy} /> },
          {
            label: t('policies:column.vehicles'),
            value: <Vehicles policy={policy} text={names.vehicles(policy)} />,
          },
          { label: t('policies:column.services'), value: names.services(policy) },
        ]}
      />
    </Paper>
  )
}

/** Shows a note if all vehicles of the policy have been deleted. */
function Vehicles({ policy, text }: { policy: MaintenancePolicy; text: string }) {
  const t = useTexts('policies')
  const isOnNone = !policy.all_vehicles && policy.vehicle_ids.length === 0
  return isOnNone ? <em>{t('policies:noVehicleLeft')}</em> : text
}

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: 2, py: 1.25, overflowWrap: 'anywhere' },
  '& thead th': { fontWeight: 600, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
} as const
