/** nginx with the configuration of docs/hosts/vps.md, but for addresses and files. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TlsIdentity } from './google/certificates'
import { reservePort } from './port'
import { isRoot, requireProgram, startServer } from './programs'

export type Nginx = { url: string; close(): Promise<void> }

/** Starts it in front of instances at these ports, with a certificate of the tests' authority. */
export async function startNginx(ports: readonly [number, number], tls: TlsIdentity): Promise<Nginx> {
  const program = requireProgram('nginx', 'nginx-light')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-nginx-'))
  const port = await reservePort()
  await writeFile(join(folder, 'certificate'), tls.certificate)
  await writeFile(join(folder, 'key'), tls.key)
  const site = (await siteOfDocs())
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key;`)
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, site))
  const command = [program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')]
  return { url: `https://127.0.0.1:${port}`, close: await startServer(command, { port, folder }) }
}

async function siteOfDocs(): Promise<string> {
  const [, site] = /```nginx\n(.*?)```/s.exec(await readFile('docs/hosts/vps.md', 'utf8')) ?? []
  if (!site) throw new Error('docs/hosts/vps.md has no configuration of nginx')
  return site
}

/** Keeps everything nginx writes in the folder. */
function configuration(folder: string, site: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')
  const user = isRoot() ? 'user root;\n' : ''
  return `${user}daemon off;
pid ${folder}/pid;
error_log ${folder}/errors;
events {}
http {
access_log off;
${places}
${site}}
`
}
