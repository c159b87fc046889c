/** nginx in front of instances, by the settings that docs/hosts/vps.md has. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isListening, reservePort } from './ports'
import { requireProgram } from './programs'

/** Starts it on a free port, without TLS. */
export async function startNginx(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-nginx-'))
  const port = await reservePort()
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/hosts/vps.md', 'utf8')) ?? []
  const servers = ports.map((of) => `server 127.0.0.1:${of} max_fails=0;`).join(' ')
  const site = block
    .replace(/server 127.*max_fails=0;/s, servers)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate.*;/g, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  )
  const settings = `daemon off; pid ${folder}/pid; error_log stderr crit; user root; events {}
    http { access_log off; ${temporary.join(' ')} ${site} }`
  writeFileSync(join(folder, 'conf'), settings)
  const child = spawn(requireProgram('nginx', 'nginx-light'), ['-c', join(folder, 'conf')], {
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) await delay(50)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
