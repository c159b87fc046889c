/**
 * The base image of the Dockerfile, built of Debian's and npm's packages, for machines without access to an image registry:
 * Node 24 on a small Debian.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildah, hasImage, run } from './programs'

/** The Dockerfile's name for it, which buildah looks up locally first. */
const base = 'localhost/node:24-slim'

/** Builds the base image unless it exists. */
export async function requireBase(): Promise<void> {
  if (hasImage(base)) return
  console.error(`Making ${base} of Debian's packages and npm's.`)
  const container = buildah('from', 'scratch')
  try {
    const root = buildah('mount', container)
    const { suite, mirror } = debianHere()
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root, mirror])
    rmSync(path.join(root, 'var/cache/apt/archives'), { recursive: true, force: true })
    writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
    await addNode(path.join(root, 'usr/local'))
    buildah('umount', container)
    const search = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    buildah('config', '--env', search, '--cmd', 'node', container)
    buildah('commit', '--quiet', container, base)
  } finally {
    buildah('rm', container)
  }
}

/** This machine's Debian release and package mirror. */
function debianHere(): { suite: string; mirror: string } {
  const [, suite] = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const sources = run('apt-get', ['indextargets', '--format', '$(CREATED_BY) $(CODENAME) $(REPO_URI)'])
  const found = sources.split('\n').map((line) => line.split(' '))
  const [, , mirror] = found.find(([kind, codename]) => kind === 'Packages' && codename === suite) ?? []
  if (suite && mirror) return { suite, mirror }
  throw new Error('apt names no source of packages for this release of Debian. Run: apt-get update')
}

async function addNode(prefix: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-node-'))
  try {
    await unpack(`node-linux-${process.arch}@24`, prefix, folder)
    await unpack('npm@11', path.join(prefix, 'lib/node_modules/npm'), folder)
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(prefix, 'bin', name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The newest package that matches, without its `package/` folder. */
async function unpack(name: string, into: string, folder: string): Promise<void> {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent', name], folder))
  await mkdir(into, { recursive: true })
  const file = path.join(folder, packed.filename)
  run('tar', ['--extract', '--file', file, '--directory', into, '--strip-components=1', '--no-same-owner'])
}
