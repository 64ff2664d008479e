/** An external condition prevents the start; the message explains what to do. */
export class StartError extends Error {}

/** Explains why the server cannot listen, with the variables to change. */
export function throwListenError(
  { host, port }: { host: string; port: number },
  error: unknown,
  names = { host: 'HOST', port: 'PORT' },
): never {
  const code = error instanceof Error && 'code' in error && error.code
  if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken. Set ${names.port} to another one.`)
  if (code === 'EACCES')
    throw new StartError(`This user may not listen on port ${port}. Set ${names.port} to 1024 or higher.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new StartError(`${host} is not an address of this machine. Set ${names.host} to one.`)
  throw error
}
