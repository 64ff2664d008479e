import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/production-server.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Time until the workers with a new configuration have taken over. */
const RELOAD_MS = 500

/** Runs nginx with the configuration of an installation, without TLS, in front of servers on these ports. */
export async function startNginx(folder: string, ports: readonly number[]) {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await configOf({ folder, port, servers: ports }))
  execFileSync('nginx', ['-t', '-q', '-e', join(folder, 'nginx.log'), '-c', file], { stdio: 'pipe' })
  const url = `http://127.0.0.1:${port}`
  async function start(): Promise<ChildProcess> {
    const started = spawn('nginx', ['-e', join(folder, 'nginx.log'), '-c', file], { stdio: 'ignore' })
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await sleep(100)
    return started
  }
  let child = await start()
  return {
    url,
    /** Leads to servers on these ports from now on. Running requests end where they began. */
    async route(servers: readonly number[]) {
      await writeFile(file, await configOf({ folder, port, servers }))
      child.kill('SIGHUP')
      await sleep(RELOAD_MS)
    },
    /** Kills it and its workers as a power cut would, and starts it again after a while. */
    async interrupt(ms: number) {
      const workers = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      const ended = new Promise((done) => child.once('exit', done))
      // The master first: it would replace the workers.
      for (const pid of [child.pid, ...workers.trim().split('\n').map(Number)]) if (pid) kill(pid, 'SIGKILL')
      await ended
      await sleep(ms)
      child = await start()
    },
    /** Returns what it complained about. */
    log: () => readFile(join(folder, 'nginx.log'), 'utf8'),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGQUIT')
      setTimeout(() => child.kill('SIGKILL'), 2000).unref()
      await ended
    },
  }
}

interface ConfigInput {
  folder: string
  port: number
  servers: readonly number[]
}

async function configOf({ folder, port, servers }: ConfigInput): Promise<string> {
  const deploy = join(ROOT, 'deploy/nginx')
  const site = await readFile(join(deploy, 'wheelbook.conf'), 'utf8')
  const upstreams = servers
    .map((each) => `  server 127.0.0.1:${each} max_fails=3 fail_timeout=2s;`)
    .join('\n')
  const plain = site
    .replace(/( *server 127\.0\.0\.1:\d+ .*\n)+/, `${upstreams}\n`)
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/ {2}listen 443.*\n/, `  listen 127.0.0.1:${port};\n`)
    .replace(/ {2}(listen \[::\]|ssl_|server_name|access_log).*\n/g, '')
    .replace('/etc/nginx/wheelbook-proxy.conf', join(deploy, 'wheelbook-proxy.conf'))
  return `pid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\ndaemon off;\nworker_processes 1;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${plain}}\n`
}
