import { os } from '#server/http/calls/implementer.ts'
import type { ProposalsService } from './proposals.service.ts'

export const proposalsRoutes = (service: ProposalsService) => ({
  propose: os.proposals.propose.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.propose(tx, context.actor(), input, precondition)),
  ),
  withdraw: os.proposals.withdraw.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.withdraw(tx, context.actor(), input.id, precondition)),
  ),
})
