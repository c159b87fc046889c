import 'server-only'
/** The CSP of each page: its inline scripts and styles, by hash or nonce, and this run's hosts. */
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import {
  errorPages,
  inBuild,
  modulesManifest,
  pageManifestsIn,
  prerenderedFile,
  prerenderedPaths,
  sheetsIn,
} from '@/lib/builds/built-files'
import { siteConfig } from '@/lib/config/config'
import { consentBoot } from '@/lib/consent/boot'
import { scriptRetryBoot } from '@/lib/errors/script-retry'
import { pagePolicy } from '@/lib/http/page-policy'
import { hashSource, inlineScriptsOf, nonceSource, policyHeader } from '@/lib/http/security-headers'
import { parseJson } from '@/lib/json'
import { oncePerProcess } from '@/lib/server/process'
import { sessionBoot } from '@/lib/session/hint'
import { offersSignIn, opensPopups } from '@/lib/site/paths'
import type { Page } from '@/lib/site/room'
import { themeBoot } from '@/lib/theme'

/** Of the prerendered pages, by pattern; error pages by Next's names. */
export async function prerenderedPolicies(): Promise<ReadonlyMap<string, string>> {
  const names = [...prerenderedPaths, ...Object.values(errorPages)]
  const policies = names.map(async (name) => [name, await policyOf(await readPrerendered(name))] as const)
  return new Map(await Promise.all(policies))
}

/**
 * Whether the build's static pages have the policies of these settings: without the front, Next sends those that were made with
 * the build.
 */
export async function hasBuiltPolicies(): Promise<boolean> {
  const policies = await prerenderedPolicies()
  const metas = prerenderedPaths.map(async (page) => {
    const { headers } = v.parse(withHeaders, parseJson(await readBuilt(prerenderedFile(page, 'meta'))))
    return headers[policyHeader] === policies.get(page)
  })
  return (await Promise.all(metas)).every(Boolean)
}

const withHeaders = v.object({ headers: v.record(v.string(), v.string()) })

/** Of a page rendered with this nonce, also for the prerendered page that Next sends if its layout fails. */
export async function renderedPolicy(page: Page, nonce: string): Promise<string> {
  const { inlineStyles, scripts } = await inlineSources()
  return pagePolicy({
    inlineScripts: [nonceSource(nonce), ...scripts],
    inlineStyles,
    hosts: siteConfig().public,
    opensPopups: opensPopups(page),
    offersSignIn: offersSignIn(page),
  })
}

/** The 404 page, read once. */
export function notFoundPage(): Promise<{ html: string; policy: string }> {
  return oncePerProcess('not-found-page', async () => {
    const html = await readPrerendered(errorPages.notFound)
    return { html, policy: await policyOf(html) }
  })
}

async function policyOf(html: string): Promise<string> {
  const { inlineStyles } = await inlineSources()
  const inlineScripts = inlineScriptsOf(html).map(hashSource)
  return pagePolicy({ inlineScripts, inlineStyles, hosts: siteConfig().public })
}

/** What the middleware reads of the build. */
export async function filesOfPolicies(): Promise<string[]> {
  const pages = Object.values(errorPages).map((name) => prerenderedFile(name))
  return [modulesManifest, ...pages, ...pageManifestsIn(await readBuilt(modulesManifest))]
}

/** What a rendered page has inline, read once. */
function inlineSources(): Promise<{ inlineStyles: string[]; scripts: string[] }> {
  return oncePerProcess('inline-sources', async () => {
    const failure = inlineScriptsOf(await readPrerendered(errorPages.failure))
    return {
      inlineStyles: await readStyleSources(),
      scripts: [...bootScripts, ...failure].map(hashSource),
    }
  })
}

/** Inline in every page, without a nonce: a layout that reads it would make every page dynamic. */
const bootScripts = [themeBoot(), sessionBoot, consentBoot, scriptRetryBoot]

async function readPrerendered(name: string): Promise<string> {
  const file = prerenderedFile(name)
  try {
    return await readBuilt(file)
  } catch (error) {
    throw new Error(`the build in .next has no ${file}, so it is not whole. Run: npm run build`, {
      cause: error,
    })
  }
}

/**
 * The hashes of all inline styles of this build: a page's own, which React merges into one, and each sheet separately, as a
 * soft navigation adds it. `http/csp` notices a style that's missing and so blocked.
 */
async function readStyleSources(): Promise<string[]> {
  const manifests = await Promise.all(pageManifestsIn(await readBuilt(modulesManifest)).map(readBuilt))
  const styles = new Set(manifests.flatMap(sheetsIn).flatMap((sheets) => [sheets.join(''), ...sheets]))
  return [...styles].map(hashSource)
}

function readBuilt(file: string): Promise<string> {
  return readFile(inBuild(file), 'utf8')
}
