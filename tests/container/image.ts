/** The Dockerfile's image: built, measured and read. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildah, hasImage, run } from './programs'

const name = 'localhost/foyer'

export type ImageConfig = {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

/** Builds the image from the folder of the project. */
export function buildImage(): void {
  // An image that has lost its name stays.
  if (hasImage(`${name}:latest`)) buildah('rmi', name)
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-npm-'))
  try {
    const how = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--force-rm', '--format', 'docker']
    buildah('build', ...how, ...npmOfThisMachine(folder), '--tag', name, '.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How npm reaches its registry here, which is no part of the image. */
function npmOfThisMachine(folder: string): string[] {
  const [registry, authority = ''] = ['registry', 'cafile'].map((key) => run('npm', ['config', 'get', key]))
  const settings = path.join(folder, 'npmrc')
  const hasAuthority = existsSync(authority)
  writeFileSync(settings, `registry=${registry}\n${hasAuthority ? `cafile=${authority}\n` : ''}`)
  const files = [[settings, '/root/.npmrc'], ...(hasAuthority ? [[authority, authority]] : [])]
  return files.flatMap(([file, place]) => ['--volume', `${file}:${place}:ro`])
}

/** What the image says of how it is run. */
export function readConfig(): ImageConfig {
  return JSON.parse(buildah('inspect', '--type', 'image', name)).Docker.config
}

/** The bytes of each layer that the Dockerfile puts on its base, unpacked. */
export function ownLayers(): number[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-layers-'))
  try {
    const inBase = layersIn('localhost/node:24-slim', folder).length
    return layersIn(name, folder).slice(inBase)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function layersIn(image: string, folder: string): number[] {
  buildah('push', '--quiet', '--disable-compression', image, `dir:${folder}`)
  const { layers } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))
  return layers.map(
    ({ digest }: { digest: string }) => statSync(path.join(folder, digest.replace('sha256:', ''))).size,
  )
}

/** Has the image's files in a folder of this machine until `close`. */
export function mountFiles(): { root: string; close(): void } {
  const container = buildah('from', '--pull-never', name)
  return { root: buildah('mount', container), close: () => buildah('rm', container) }
}
