/** A site on its own auth domain, in production mode. Google, its pages and scripts are stand-ins, the SDK is real. */
import { createHash, X509Certificate } from 'node:crypto'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserArguments, launchBrowser, requireBrowser } from './browser'
import type { TlsIdentity } from './google/certificates'
import { closeServer, listen } from './ports'
import { startSite } from './site'
import type { World } from './world'

/** A browser's page, and what the CSP blocked there. */
export type Visit = { context: BrowserContext; page: Page; blocked: string[] }

export type OwnDomain = Awaited<ReturnType<typeof startOwnDomain>>

type Place = {
  host: string
  /** Another domain of this site. */
  formerHost?: string
  env?: Record<string, string>
  /** Of the browser, by default the quick one. */
  executablePath?: string
  /** Answers a request itself, in place of the site, or loses it; else false. */
  onRequest?: Intercept
  /** For browsers that bind sessions to devices, which only the full Chromium can. */
  bindsDevices?: true
}

export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** Starts the site behind an https proxy for this host. */
export async function startOwnDomain(
  { google, environment }: World,
  { host, formerHost, env, executablePath, onRequest, bindsDevices }: Place,
) {
  // Other files of this worker may have its domain, too.
  if (!google.authorizedDomains.includes(host)) google.authorizedDomains.push(host)
  const settings = { ...JSON.parse(environment.FIREBASE_WEBAPP_CONFIG), authDomain: host }
  const site = await startSite({
    env: { ...environment, FIREBASE_WEBAPP_CONFIG: JSON.stringify(settings), TRUSTED_PROXIES: '1', ...env },
  })
  const front = await startTlsProxy(site.url, google.tls, onRequest)
  const own = { [host]: front.port, ...(formerHost && { [formerHost]: front.port }) }
  const hosts = { '*.googleapis.com': google.port, '*.google.com': google.port, ...own }
  // The switch also holds for requests without a page.
  const launch = {
    executablePath: requireBrowser(),
    args: [...browserArguments(hosts), ...bindingSwitches(google.tls)],
  }
  const browser = bindsDevices
    ? await chromium.launch(launch)
    : await launchBrowser(hosts, {
        args: ['--ignore-certificate-errors'],
        ...(executablePath && { executablePath }),
      })

  return {
    site,
    /** How to start another browser that binds sessions. */
    launch,
    /** A new visitor; without popups, as in browsers inside apps. */
    async openVisit({ hasPopups }: { hasPopups: boolean }): Promise<Visit> {
      const context = await browser.newContext({ baseURL: `https://${host}`, ignoreHTTPSErrors: true })
      const blocked: string[] = []
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) blocked.push(message.text())
      })
      const page = await context.newPage()
      if (!hasPopups)
        await page.addInitScript(() => {
          window.open = () => null
        })
      return { context, page, blocked }
    },
    async close(): Promise<void> {
      await browser.close()
      await front.close()
      await site.stop()
    },
  }
}

/** An https proxy in front of the site at a free port of this machine, which forwards the requested host. */
export async function startTlsProxy(
  siteUrl: string,
  { key, certificate }: TlsIdentity,
  onRequest: Intercept = () => false,
) {
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    if (await onRequest(request, response)) return
    const { host = '', ...headers } = request.headers
    const forwarded = { ...headers, host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const onward = ask(new URL(request.url ?? '/', siteUrl), { method: request.method, headers: forwarded })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => undefined)
    })
    onward.on('error', () => response.destroy())
    pipeline(request, onward, () => undefined)
  })
  return { port: await listen(server), close: () => closeServer(server) }
}

/** Keys in software, and no limit for how often they sign. */
const bindingFeatures =
  'DeviceBoundSessions:RefreshQuota/false,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

/** The browser binds sessions only where it knows the certificate's key. */
function bindingSwitches({ certificate }: TlsIdentity): string[] {
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(publicKey).digest('base64')
  return [`--enable-features=${bindingFeatures}`, `--ignore-certificate-errors-spki-list=${hash}`]
}
