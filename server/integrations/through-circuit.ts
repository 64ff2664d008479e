import { type Circuit, CircuitError } from './circuit.ts'
import { mapMethods } from './transaction-guard.ts'

/**
 * Wraps all methods of a port in the circuit. For clients that cannot be aborted; the others use the circuit themselves
 * and pass its signal on.
 * @param asPortError converts the error of a call that was rejected or timed out to the port's own error
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
