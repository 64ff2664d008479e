import type { Config } from './config.ts'
import { idleVariables } from './idle-variables.ts'

/** Returns one line for each setting that is valid but probably a mistake. Printed at startup. */
export function configWarnings(config: Config, variables: Record<string, string | undefined>): string[] {
  const warnings: string[] = []
  // The server speaks plain HTTP only, so an https URL means that a proxy terminates TLS.
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === null && !variables.TRUST_PROXY?.trim())
    warnings.push(
      'PUBLIC_URL is https but TRUST_PROXY is not set: all users will share one address in limits. ' +
        'Set TRUST_PROXY to the number of proxies in front (1), or to their addresses.',
    )
  if (config.publicUrl !== null && config.smtp === null && !config.exposeMailbox)
    warnings.push(
      'PUBLIC_URL is set but SMTP_URL is not: no user can receive a one-time password, a reset link or an invitation. ' +
        'Set SMTP_URL and MAIL_FROM.',
    )
  if (config.databaseUrl !== null && config.s3 === null)
    warnings.push(
      'Files are in DATA_FOLDER of this machine. Servers on other machines need S3_BUCKET or the same folder.',
    )
  if (config.demo && isReachable(config))
    warnings.push(
      'Demo mode can be reached from other machines: the password of its accounts is public. Do not enter real data.',
    )
  if (config.demo && config.exposeMailbox)
    warnings.push(
      'EXPOSE_DEMO_MAILBOX is on: anyone who can reach this server can read all one-time passwords and reset links.',
    )
  if (!config.demo && config.recalls === 'sample')
    warnings.push('RECALLS=sample shows invented recalls, and this is not demo mode. Set it to live or off.')
  return [...warnings, ...idleVariables(variables)]
}

/** Whether other machines can reach this server. */
const isReachable = ({ host, publicUrl, trustProxy }: Config) =>
  trustProxy !== null ||
  !LOOPBACK_HOST.test(host) ||
  (publicUrl !== null && !LOOPBACK_HOST.test(new URL(publicUrl).hostname))

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
