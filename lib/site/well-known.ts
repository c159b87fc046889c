/** Files that programs look for at fixed paths. */

import { apiPrefix, pictures, wellKnown } from './api-routes'
import * as brand from './brand'
import { pages } from './pages'
import { paths, type SitePath } from './routes'

/** Keeps crawlers (RFC 9309) from what needs a session or isn't for people to find. A site map needs an absolute URL. */
export function robotsFile(siteUrl: string | null): string {
  const { app, authSuccess, debugConfig, silentRefresh, authAction } = paths
  const closed = [apiPrefix, app, authSuccess, debugConfig, silentRefresh, authAction]
  const siteMap = siteUrl ? ['', `Sitemap: ${siteUrl}${wellKnown.siteMap}`] : []
  return lines(['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ...siteMap])
}

/** The public pages (sitemaps.org), whose URLs must be absolute. */
export function siteMapFile(siteUrl: string): string {
  const open = pages.filter(({ rendering }) => rendering === 'static').map(({ pattern }) => pattern)
  const urls = [...open, paths.login].map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`)
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ])
}

/** Lets browsers install the site (W3C, Web Application Manifest). Its colors can't follow a theme: they are the light one's. */
export function manifestFile(): string {
  const icon = (src: string, size: number, purpose = 'any') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: paths.home,
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: 'en',
    start_url: paths.app,
    scope: paths.home,
    display: 'standalone',
    background_color: brand.colors.paper.light,
    theme_color: brand.colors.paper.light,
    icons: [
      icon(pictures.icon, 192),
      icon(pictures.largeIcon, 512),
      icon(pictures.maskableIcon, 512, 'maskable'),
    ],
  })
}

/** The image of links to this site (ogp.me). Its URL must be absolute: none without `SITE_URL`. */
export function socialCard(siteUrl: string | null) {
  if (!siteUrl) return []
  return [{ url: `${siteUrl}${pictures.socialCard}`, width: 1200, height: 630, alt: brand.name }]
}

/** How to report a vulnerability (RFC 9116), with the required expiry: half a year from `now`. */
export function securityFile(contactEmail: string, siteUrl: string | null, now: Date): string {
  const expires = new Date(now.getTime() + halfYearMs).toISOString().replace(/\.\d+/, '')
  return lines([
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(siteUrl ? [`Canonical: ${siteUrl}${wellKnown.security}`] : []),
  ])
}

/** The page to which password managers send people (w3.org/TR/change-password-url). */
export const changePasswordPath = `${paths.account}#password` as SitePath

/** The response of a file that may be cached for an hour; 404 if there is none. */
export function fileResponse(content: string | null, type: string): Response {
  if (!content) return new Response(null, { status: 404 })
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }
  return new Response(content, { headers })
}

const halfYearMs = 182 * 24 * 60 * 60 * 1000

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
