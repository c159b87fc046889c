import 'server-only'
/** The CSP of each page: its inline scripts and styles, by hash or nonce, and this run's hosts. */
import { readFile } from 'node:fs/promises'
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
import { hashSource, inlineScriptsOf, nonceSource, pagePolicy } from '@/lib/http/security-headers'
import { sessionBoot } from '@/lib/session/hint'
import type { Page } from '@/lib/site/pages'
import { offersSignIn, opensPopups } from '@/lib/site/paths'
import { themeBoot } from '@/lib/theme'

export type PagePolicies = {
  /** By pattern; error pages by Next's names. */
  ofPrerendered: ReadonlyMap<string, string>
  /** Of a page rendered with this nonce; null for an error page. */
  ofRendered(page: Page | null, nonce: string): string
}

/** Built at startup, as policies combine the build's pages with this run's settings. */
export async function readPagePolicies(): Promise<PagePolicies> {
  const hosts = siteConfig().public
  const inlineStyles = await readStyleSources()
  const bootHashes = await Promise.all(bootScripts.map(hashSource))
  const prerendered = [...prerenderedPaths, ...Object.values(errorPages)].map(async (name) => {
    const inlineScripts = await Promise.all(inlineScriptsOf(await readPrerendered(name)).map(hashSource))
    return [name, pagePolicy({ inlineScripts, inlineStyles, hosts })] as const
  })
  return {
    ofPrerendered: new Map(await Promise.all(prerendered)),
    ofRendered: (page, nonce) =>
      pagePolicy({
        inlineScripts: [nonceSource(nonce), ...bootHashes],
        inlineStyles,
        hosts,
        opensPopups: page !== null && opensPopups(page),
        offersSignIn: page !== null && offersSignIn(page),
      }),
  }
}

/** Inline in every page, without a nonce: a layout that reads it would make every page dynamic. */
const bootScripts = [themeBoot, sessionBoot, consentBoot, scriptRetryBoot]

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
  return Promise.all([...styles].map(hashSource))
}

function readBuilt(file: string): Promise<string> {
  return readFile(inBuild(file), 'utf8')
}
