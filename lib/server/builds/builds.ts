import 'server-only'
/** The running build, and responses valid for that build alone. */
import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { NextResponse } from 'next/server'
import type { Build } from '@/lib/builds/build-id'
import { buildIdFile, inBuild, prerenderedFile } from '@/lib/builds/built-files'
import { siteConfig } from '@/lib/config/config'
import { refusal } from '@/lib/server/http/answer'
import { oncePerProcess } from '@/lib/server/process'
import { isStaticPage, type SitePath } from '@/lib/site/routes'

/** The running build, read once at startup, as a new build may replace the files. */
export function currentBuild(): Build {
  return oncePerProcess('build', readBuild)
}

/** Responds with immutable content of this build; 404 for another build's. */
export async function answerForBuild(
  buildId: string,
  content: (build: Build) => object | Promise<object>,
): Promise<NextResponse> {
  const build = currentBuild()
  if (buildId !== build.id) return unknownBuild()
  const forever = { 'cache-control': 'public, max-age=31536000, immutable' }
  return NextResponse.json(await content(build), { headers: forever })
}

/** Responds with a static page's payload if the query names this build; else 404. */
export async function answerPayload(page: string, request: Request): Promise<NextResponse> {
  if (!isStaticPage(page)) return unknownBuild()
  const [buildId = ''] = new URL(request.url).searchParams.keys()
  return answerForBuild(buildId, async ({ id }) => ({
    path: page,
    buildId: id,
    payload: await readPayload(page),
  }))
}

/** Never cached: during a rollout the next request may reach an instance that has the build. */
function unknownBuild(): NextResponse {
  const response = refusal(404, 'unknown-build')
  response.headers.set('cache-control', 'no-store')
  return response
}

/** `next dev` has no build; `development` is its own name for it. */
function readBuild(): Build {
  if (siteConfig().isDevelopment) return { id: 'development', timestamp: Date.now() }
  const file = inBuild(buildIdFile)
  return { id: readFileSync(file, 'utf8'), timestamp: Math.floor(statSync(file).mtimeMs) }
}

/** Empty in `next dev`, which prerenders nothing. */
async function readPayload(page: SitePath): Promise<string> {
  return siteConfig().isDevelopment ? '' : readFile(inBuild(prerenderedFile(page, 'rsc')), 'utf8')
}
