import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(tmpdir(), `wheelbook-test-certificate-${process.getuid?.() ?? 0}`)

interface Certificate {
  key: string
  cert: string
  /** Switch that makes Chromium trust only this certificate, also for service workers. */
  chromiumFlag: string
}

/** Returns a self-signed certificate for this machine, valid for a week; the same one for all tests of a run. */
export function testCertificate(): Certificate {
  const [keyFile, certFile] = [join(FOLDER, 'key.pem'), join(FOLDER, 'cert.pem')]
  if (!existsSync(certFile) || expiresSoon(readFileSync(certFile, 'utf8'))) make(keyFile, certFile)
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const digest = createHash('sha256').update(publicKey).digest('base64')
  return { key, cert, chromiumFlag: `--ignore-certificate-errors-spki-list=${digest}` }
}

function make(keyFile: string, certFile: string): void {
  installOpenssl()
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
  const made = `${certFile}.${process.pid}`
  execFileSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '7',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1',
    '-keyout',
    `${keyFile}.${process.pid}`,
    '-out',
    made,
  ])
  renameSync(`${keyFile}.${process.pid}`, keyFile)
  renameSync(made, certFile)
}

function installOpenssl(): void {
  if (spawnSync('openssl', ['version']).status === 0) return
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'openssl'], { stdio: 'inherit' })
  if (spawnSync('openssl', ['version']).status !== 0)
    throw new Error('No openssl, which the tests over https make their certificate with')
}

const expiresSoon = (cert: string): boolean =>
  Date.parse(new X509Certificate(cert).validTo) < Date.now() + 86_400_000
