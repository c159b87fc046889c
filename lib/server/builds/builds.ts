import 'server-only'
/** The build that this process runs, and the answers that are good as long as it is that one. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { NextResponse } from 'next/server'
import type { Build } from '@/lib/builds/build-id'
import { siteConfig } from '@/lib/config/config'
import { refusal } from '@/lib/server/http/answer'

/** The build of this process: read once, when it starts, as another may be made in its place. */
export function currentBuild(): Build {
  holder[sharedKey] ??= readBuild()
  return holder[sharedKey]
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

/** During a rollout the next request may reach an instance that has it: no cache may keep this. */
function unknownBuild(): NextResponse {
  const response = refusal(404, 'unknown-build')
  response.headers.set('cache-control', 'no-store')
  return response
}

/** Next loads this file more than once a process. */
const sharedKey = Symbol.for('foyer.build')
const holder = globalThis as { [sharedKey]?: Build }

/** `next dev` makes no build, and calls what it has so. */
function readBuild(): Build {
  if (siteConfig().isDevelopment) return { id: 'development', timestamp: Date.now() }
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), '.next', 'BUILD_ID')
  return { id: readFileSync(file, 'utf8'), timestamp: Math.floor(statSync(file).mtimeMs) }
}
