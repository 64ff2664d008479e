import { type Circuit, CircuitError } from './circuit.ts'
import { mapMethods } from './transaction-guard.ts'

/**
 * The port with all of its methods called through the circuit. For clients that cannot be aborted; the others take the
 * circuit themselves and pass its signal on.
 * @param asPortError the port's own error for a call that was rejected or got no answer
 */
export function throughCircuit<Port extends object>(
  port: Port,
  circuit: Circuit,
  asPortError: (error: CircuitError) => Error = (error) => error,
): Port {
  return mapMethods(port, (_method, call) => async (...args) => {
    try {
      return await circuit.run(async () => call(...args))
    } catch (error) {
      throw error instanceof CircuitError ? asPortError(error) : error
    }
  })
}
