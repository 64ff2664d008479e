import type { Endpoint } from './endpoint.ts'
import { hashOf } from './folder.ts'

/** Appears in the title of every process of a cluster, so that processes that outlive their postmaster can be found. */
export const clusterNameOf = (folder: string) => `wheelbook-${hashOf(folder)}`

/** Suitable for a small machine that also runs the server. Durable whatever postgresql.conf contains. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%Y-%m-%dT%H%M%S.log',
  log_rotation_size: '10MB',
  log_rotation_age: '1d',
  // Error details repeat user input (S-32).
  log_error_verbosity: 'terse',
}

/** Returns the postmaster's command line. `-D folder` comes first, because running servers are recognized by it. */
export function postgresArguments(folder: string, endpoint: Endpoint): string[] {
  const reachable =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: endpoint.folder }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const all = { cluster_name: clusterNameOf(folder), port: String(endpoint.port), ...reachable, ...settings }
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
