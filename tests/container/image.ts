/** Builds, measures and mounts the Dockerfile's image. */
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
  // An untagged image would stay.
  if (hasImage(`${name}:latest`)) buildah('rmi', name)
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-npm-'))
  try {
    const how = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--force-rm', '--format', 'docker']
    buildah('build', ...how, ...npmOfThisMachine(folder), '--tag', name, '.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This machine's npm settings, mounted for the build only. */
function npmOfThisMachine(folder: string): string[] {
  const [registry, authority = ''] = ['registry', 'cafile'].map((key) => run('npm', ['config', 'get', key]))
  const settings = path.join(folder, 'npmrc')
  const hasAuthority = existsSync(authority)
  writeFileSync(settings, `registry=${registry}\n${hasAuthority ? `cafile=${authority}\n` : ''}`)
  const files = [[settings, '/root/.npmrc'], ...(hasAuthority ? [[authority, authority]] : [])]
  return files.flatMap(([file, target]) => ['--volume', `${file}:${target}:ro`])
}

export function readConfig(): ImageConfig {
  return JSON.parse(buildah('inspect', '--type', 'image', name)).Docker.config
}

/** The uncompressed bytes of each layer on top of the base. */
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

/** Mounts the image's files until `close`. */
export function mountFiles(): { root: string; close(): void } {
  const container = buildah('from', '--pull-never', name)
  return { root: buildah('mount', container), close: () => buildah('rm', container) }
}
