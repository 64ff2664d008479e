// The files in deploy/ and the instructions of docs/operate.md fit the product.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BULK_FILE_MAX_BYTES } from '#domain/vehicles/bulk-file.ts'
import { testCertificate } from '#tests/support/certificate.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const SITES = ['deploy/nginx/wheelbook.conf', 'deploy/nginx/compose.conf']
const directives = (text: string) => text.replace(/#.*$/gm, '')

it.each(SITES)('%s lets the largest bulk upload through', (path) => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read(path)) ?? []
  // Base64, and what surrounds it.
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan((BULK_FILE_MAX_BYTES / 3) * 4 + 4096)
})

it.each(SITES)(
  '%s logs no query, referrer or unsubscribe token, because links in emails carry tokens',
  (path) => {
    const rules = directives(read(path))
    const servers = rules.split(/^server \{$/m).slice(1)
    expect(servers).toHaveLength(2)
    for (const server of servers)
      expect(server).toMatch(/^ {2}access_log \/var\/log\/nginx\/access\.log wheelbook;$/m)
    const [, format = ''] = /log_format wheelbook ([^;]+);/.exec(rules) ?? []
    expect(format).toContain('"$request_method $logged_path"')
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer|arg_\w+)\b/)
    expect(rules).toMatch(
      /map \$uri \$logged_path \{\s+default \$uri;\s+~\*\^\/unsubscribe\/ \/unsubscribe\/-;\s+\}/,
    )
  },
)

it('nginx does not take an error of the app for a dead server', () => {
  for (const path of [...SITES, 'deploy/nginx/wheelbook-proxy.conf']) {
    const rules = directives(read(path)).match(/proxy_next_upstream .*;/g) ?? []
    expect(rules.length).toBeGreaterThan(0)
    for (const rule of rules) expect(rule).not.toMatch(/http_[5]\d\d|http_429/)
  }
})

it('wheelbook says in one line what it lacks: root, or the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-command-'))
  const fake = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 })
  const run = () => {
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      WHEELBOOK_ENV: join(folder, 'missing.env'),
    }
    return spawnSync('sh', ['deploy/systemd/wheelbook', 'admin', 'fleets'], {
      cwd: ROOT,
      encoding: 'utf8',
      env,
    })
  }
  try {
    fake('id', '#!/bin/sh\necho 1000\n')
    expect(run()).toMatchObject({
      status: 1,
      stderr: 'Run wheelbook as root: it changes to the user wheelbook.\n',
    })
    fake('id', '#!/bin/sh\necho 0\n')
    fake('setpriv', '#!/bin/sh\nwhile [ "$1" != sh ]; do shift; done\nexec "$@"\n')
    expect(run()).toMatchObject({
      status: 1,
      stderr: `The user wheelbook cannot read the settings in ${folder}/missing.env. WHEELBOOK_ENV names another file.\n`,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a server of the unit stays in the folder of its version after the documented upgrade, until it restarts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-versions-'))
  const here = (text: string) => text.replaceAll('/opt/', `${folder}/`)
  for (const version of ['old', 'new']) {
    const root = join(folder, `wheelbook-${version}`)
    for (const path of ['node_modules/.bin', 'server']) mkdirSync(join(root, path), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
    // As for a backup: the code is read while the server runs.
    const later = `import { fork } from 'node:child_process'
      process.stdin.once('data', () => fork(import.meta.dirname + '/read-later.js'))
      console.log('${version}')`
    writeFileSync(join(root, 'server/main.ts'), later)
    writeFileSync(join(root, 'server', 'read-later.js'), `console.log('${version}')\nprocess.disconnect()`)
  }
  const [upgrade = ''] = /^ln -sfn .*$/m.exec(read('docs/operate.md')) ?? []
  const switchTo = (version: string) =>
    expect(spawnSync('sh', ['-c', `version=${version}; ${here(upgrade)}`]).status).toBe(0)
  const unit = read('deploy/systemd/wheelbook@.service')
  const setting = (name: string) => here(new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '')
  async function start() {
    const [node = '', ...args] = setting('ExecStart').split(' ')
    const server = spawn(node, args, { cwd: setting('WorkingDirectory') })
    const printed = async () => String(await once(server.stdout, 'data')).trim()
    return { server, printed, version: await printed() }
  }
  try {
    switchTo('old')
    const before = await start()
    switchTo('new')
    before.server.stdin.end('\n')
    expect(await before.printed()).toBe('old')
    for (const version of ['new', 'old']) {
      switchTo(version)
      const restarted = await start()
      restarted.server.kill()
      expect(restarted.version).toBe(version)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('the documented sed line replaces the name in every directive', () => {
  const [, script] = /sed '([^']+)' deploy\/nginx\/wheelbook\.conf/.exec(read('docs/operate.md')) ?? []
  const { stdout } = spawnSync('sed', [script ?? '', 'deploy/nginx/wheelbook.conf'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stdout).toContain('server_name YOUR.NAME *.YOUR.NAME;')
  expect(directives(stdout)).not.toContain('fleet.example.com')
})

/** Returns the text of each service in compose.yaml, with the block that it refers to. */
function composeServices(): Map<string, string> {
  const text = read('compose.yaml')
  const [server = ''] = /^x-server: &server\n(?: .*\n|\n)+/m.exec(text) ?? []
  const [services = ''] = /^services:\n(?: .*\n|\n)+/m.exec(text) ?? []
  const blocks = services.split(/^(?= {2}\w)/m).slice(1)
  return new Map(
    blocks.map((block) => [block.trim().split(':')[0] ?? '', block.includes('*server') ? server : block]),
  )
}

it('compose.yaml starts every service again after a reboot, and makes backups', () => {
  const services = composeServices()
  expect([...services.keys()]).toEqual(['server1', 'server2', 'proxy', 'database', 'files', 'bucket'])
  for (const [name, block] of services)
    if (name !== 'bucket') expect(block, name).toMatch(/^ +restart: unless-stopped$/m)
  for (const name of ['server1', 'server2']) {
    expect(services.get(name)).toContain('BACKUP_FOLDER: /backups')
    expect(services.get(name)).toMatch(/volumes: \[backups:\/backups\]/)
  }
})

it('compose.yaml gives the servers a key of their own in the file store, also when it exists already', () => {
  const services = composeServices()
  for (const name of ['server1', 'server2']) expect(services.get(name)).not.toContain('MINIO_ROOT')
  const [, command = ''] = /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(services.get('bucket') ?? '') ?? []
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-bucket-'))
  // As MinIO's: a user has no policy at first, and one cannot be attached twice.
  const mc = `#!/bin/sh
    case "$*" in
      'admin user add store app app-secret') touch ${folder}/user ;;
      'admin user info store app') cat ${folder}/user ;;
      'admin policy attach store readwrite --user app') [ ! -s ${folder}/user ] && echo readwrite >> ${folder}/user ;;
      'alias set store http://files:9000 root root-secret' | 'mb --ignore-existing store/wheelbook') ;;
      *) exit 2 ;;
    esac`
  writeFileSync(join(folder, 'mc'), mc, { mode: 0o755 })
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    MINIO_ROOT_USER: 'root',
    MINIO_ROOT_PASSWORD: 'root-secret',
    S3_ACCESS_KEY_ID: 'app',
    S3_SECRET_ACCESS_KEY: 'app-secret',
  }
  try {
    for (const _start of ['first', 'second'])
      expect(spawnSync('sh', ['-ec', command.replaceAll('$$', '$')], { env }).status).toBe(0)
    expect(readFileSync(join(folder, 'user'), 'utf8')).toBe('readwrite\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('containers have versions, no secrets of the builder, and a proxy that finds a server after it was recreated', () => {
  for (const [, image = ''] of read('compose.yaml').matchAll(/^ +image: (\S+)$/gm))
    if (image !== 'wheelbook') expect(image).toMatch(/:(\d|RELEASE\.\d)/)
  expect(read('.dockerignore').split('\n')).toContain('.env')
  const rules = directives(read('deploy/nginx/compose.conf'))
  expect(rules).toMatch(/^resolver 127\.0\.0\.11 valid=\d+s/m)
  const [, upstream = ''] = /upstream wheelbook \{([^}]+)\}/.exec(rules) ?? []
  expect(upstream).toMatch(/^ {2}zone wheelbook /m)
  for (const line of upstream.match(/^ {2}server .*/gm) ?? ['']) expect(line).toContain(' resolve ')
})

it('a container is not unhealthy while an upgrade with a long migration waits for it', () => {
  const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(read('Dockerfile')) ?? []
  const timeouts = [...read('docs/operate.md').matchAll(/--wait-timeout (\d+)/g)].map(([, timeout]) =>
    Number(timeout),
  )
  expect(timeouts.length).toBeGreaterThan(0)
  expect(Number(seconds)).toBeGreaterThan(Math.max(...timeouts))
})

it('supervisors wait for the longest graceful stop', () => {
  const [, ms = ''] = /const FINISH_MS = ([\d_]+)/.exec(read('server/lifecycle/run.ts')) ?? []
  // Requests and jobs finish one after the other, after the drain of 5 seconds.
  const longest = 5 + (2 * Number(ms.replace('_', ''))) / 1000
  const [, grace] = /stop_grace_period: (\d+)s/.exec(read('compose.yaml')) ?? []
  const [, timeout] = /TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/wheelbook@.service')) ?? []
  expect(Number(grace)).toBeGreaterThan(longest)
  expect(Number(timeout)).toBeGreaterThan(longest)
})

const isInstalled = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

it.skipIf(!isInstalled('systemd-analyze', '--version'))('systemd accepts the unit and its sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-unit-'))
  const path = join(folder, 'wheelbook@.service')
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' })
  try {
    // Only the program does not exist here.
    writeFileSync(
      path,
      read('deploy/systemd/wheelbook@.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
    )
    expect(analyze('verify')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    // On its scale from 0 to 100, where 100 is a service without a sandbox.
    expect(analyze('security', '--offline=true', '--threshold=20').status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.skipIf(!isInstalled('caddy', 'version'))('Caddy accepts the proxy settings', () => {
  const args = ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile']
  const { status, stderr } = spawnSync('caddy', args, { cwd: ROOT, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

it.skipIf(!isInstalled('docker', 'compose', 'version'))('Docker Compose accepts compose.yaml', () => {
  const given = read('deploy/compose.env.example').replace(/^(\w+)=$/gm, '$1=given')
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-compose-'))
  writeFileSync(join(folder, 'env'), given)
  const args = ['compose', '--env-file', join(folder, 'env'), '-f', 'compose.yaml', 'config', '--quiet']
  const { status, stderr } = spawnSync('docker', args, { cwd: ROOT, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(status, stderr).toBe(0)
})

it.skipIf(!isInstalled('nginx', '-v'))('nginx accepts the proxy settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelbook-nginx-'))
  const { key, cert } = testCertificate()
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  writeFileSync(join(folder, 'privkey.pem'), key)
  const site = read('deploy/nginx/wheelbook.conf')
    .replace(/ {2}listen \[::\].*\n/g, '')
    .replace('listen 80;', 'listen 127.0.0.1:18080;')
    .replace('listen 443 ', 'listen 127.0.0.1:18443 ')
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/etc/nginx/tls', folder)
    .replace('/etc/nginx/wheelbook-proxy.conf', join(ROOT, 'deploy/nginx/wheelbook-proxy.conf'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${paths}\n${site}}\n`,
  )
  const args = ['-t', '-q', '-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')]
  const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
