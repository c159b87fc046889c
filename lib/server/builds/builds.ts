import 'server-only'
/** The build that this process runs, and the answers that are good as long as it is that one. */
import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NextResponse } from 'next/server'
import type { Build } from '@/lib/builds/build-id'
import { siteConfig } from '@/lib/config/config'
import { refusal } from '@/lib/server/http/answer'
import { oncePerProcess } from '@/lib/server/process'
import { routes, type SitePath } from '@/lib/site/routes'

/** The build of this process: read once, when it starts, as another may be made in its place. */
export function currentBuild(): Build {
  return oncePerProcess('build', readBuild)
}

/** What this build has, which never changes; 404 to whoever asks for that of another build. */
export async function answerForBuild(
  buildId: string,
  content: (build: Build) => object | Promise<object>,
): Promise<NextResponse> {
  const build = currentBuild()
  if (buildId !== build.id) return unknownBuild()
  const forever = { 'cache-control': 'public, max-age=31536000, immutable' }
  return NextResponse.json(await content(build), { headers: forever })
}

/** The payload of a static page for the build that the query names; 404 for every other build. */
export function answerPayload(page: SitePath, request: Request): Promise<NextResponse> {
  const [buildId = ''] = new URL(request.url).searchParams.keys()
  return answerForBuild(buildId, async ({ id }) => ({
    path: page,
    buildId: id,
    payload: await readPayload(page),
  }))
}

/** During a rollout the next request may reach an instance that has it: no cache may keep this. */
function unknownBuild(): NextResponse {
  const response = refusal(404, 'unknown-build')
  response.headers.set('cache-control', 'no-store')
  return response
}

/** `next dev` makes no build, and calls what it has so. */
function readBuild(): Build {
  if (siteConfig().isDevelopment) return { id: 'development', timestamp: Date.now() }
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), '.next', 'BUILD_ID')
  return { id: readFileSync(file, 'utf8'), timestamp: Math.floor(statSync(file).mtimeMs) }
}

/** In `next dev` nothing is prerendered: the payload is then empty. */
async function readPayload(page: SitePath): Promise<string> {
  if (siteConfig().isDevelopment) return ''
  const file = `${page === routes.home ? 'index' : page.slice(1)}.rsc`
  return readFile(path.join(/* turbopackIgnore: true */ process.cwd(), '.next/server/app', file), 'utf8')
}
