/** Shortens a network as `networkOf` returns it: enough to recognize one's own, too little to trace a person. */
export function shortNetwork(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}:…`
  return network.replace(/\.\d+$/, '.…')
}
