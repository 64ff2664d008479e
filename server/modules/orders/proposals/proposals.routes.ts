import { os } from '#server/http/calls/implementer.ts'
import { proposeTime, withdrawProposal } from './proposals.service.ts'

export const proposalsRoutes = () => ({
  propose: os.proposals.propose.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => proposeTime(context.useCase(tx), input, precondition)),
  ),
  withdraw: os.proposals.withdraw.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => withdrawProposal(context.useCase(tx), input.id, precondition)),
  ),
})
