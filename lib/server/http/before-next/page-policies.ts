import 'server-only'
/** The security policy of each page, made here and nowhere else: what pages have inline, by hash or nonce, and this run's hosts. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { prerenderedFile, prerenderedPaths } from '@/lib/builds/built-files'
import { siteConfig } from '@/lib/config/config'
import { consentBoot } from '@/lib/consent/boot'
import { scriptRetryBoot } from '@/lib/errors/script-retry'
import { hashSource, inlineScriptsOf, nonceSource, pagePolicy } from '@/lib/http/security-headers'
import { sessionBoot } from '@/lib/session/hint'
import type { Page } from '@/lib/site/pages'
import { offersSignIn, opensPopups } from '@/lib/site/paths'
import { themeBoot } from '@/lib/theme'
import { readStyleSources } from './page-styles'

export type PagePolicies = {
  /** By pattern; of error pages by Next's internal names. */
  ofPrerendered: ReadonlyMap<string, string>
  /** Of a page that was rendered with this nonce; null is an error page. */
  ofRendered(page: Page | null, nonce: string): string
}

export const notFoundPage = '/_not-found'
export const failurePage = '/_global-error'

/** Built at startup, as policies combine the build's pages with this run's settings. */
export async function readPagePolicies(): Promise<PagePolicies> {
  const hosts = siteConfig().public
  const inlineStyles = await readStyleSources()
  const bootHashes = await Promise.all(boots.map(hashSource))
  const prerendered = [...prerenderedPaths, notFoundPage, failurePage].map(async (name) => {
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

/** Inline in every page, without its nonce: a layout that read it would make every page dynamic. */
const boots = [themeBoot, sessionBoot, consentBoot, scriptRetryBoot]

async function readPrerendered(name: string): Promise<string> {
  const file = prerenderedFile(name)
  try {
    return await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), '.next', file), 'utf8')
  } catch (error) {
    throw new Error(`the build in .next has no ${file}, so it is not whole. Run: npm run build`, {
      cause: error,
    })
  }
}
