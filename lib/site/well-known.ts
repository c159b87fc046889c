/** Files that programs look for at fixed paths. */

import { themeColors } from '../theme'
import { apiPrefix, pictures, wellKnown } from './api-routes'
import { pages } from './pages'
import { paths, type SitePath } from './routes'

/** For crawlers (RFC 9309): what needs a session, or is for programs. Without its own address a site has no site map. */
export function robotsFile(siteUrl: string | null): string {
  const closed = [apiPrefix, paths.app, ...pages.filter(isExcluded).map(({ pattern }) => pattern)]
  const siteMap = siteUrl ? ['', `Sitemap: ${siteUrl}${wellKnown.siteMap}`] : []
  return lines(['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ...siteMap])
}

/** A page that is but a step of a way, and the settings of this run. */
function isExcluded({ pattern }: { pattern: string }): boolean {
  return ([paths.authSuccess, paths.authAction, paths.silentRefresh, paths.debugConfig] as string[]).includes(
    pattern,
  )
}

/** The pages for everybody (sitemaps.org). Addresses must be absolute there. */
export function siteMapFile(siteUrl: string): string {
  const open = [...pages.filter(({ rendering }) => rendering === 'static').map(({ pattern }) => pattern)]
  const urls = [...open, paths.login].map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`)
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ])
}

/**
 * For browsers that can install the site (W3C, Web Application Manifest). Its paths are relative to itself, so
 * it needs no `SITE_URL`; its colors can't follow a theme, so they are the light one's.
 */
export function manifestFile(): string {
  const icon = (src: string, size: number, purpose = 'any') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: paths.home,
    name: 'Foyer',
    short_name: 'Foyer',
    description: 'Private notes, shared when you say so.',
    lang: 'en',
    start_url: paths.app,
    scope: paths.home,
    display: 'standalone',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [
      icon(pictures.icon, 192),
      icon(pictures.largeIcon, 512),
      icon(pictures.maskableIcon, 512, 'maskable'),
    ],
  })
}

/**
 * The picture that a link to this site is shown with (ogp.me). Its address must be absolute: none without
 * `SITE_URL`.
 */
export function socialCard(siteUrl: string | null) {
  if (!siteUrl) return []
  return [{ url: `${siteUrl}${pictures.socialCard}`, width: 1200, height: 630, alt: 'Foyer' }]
}

/** How to report a vulnerability (RFC 9116). It must say until when it holds: half a year from `now`. */
export function securityFile(contactEmail: string, siteUrl: string | null, now: Date): string {
  const expires = new Date(now.getTime() + halfYearMs).toISOString().replace(/\.\d+/, '')
  return lines([
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(siteUrl ? [`Canonical: ${siteUrl}${wellKnown.security}`] : []),
  ])
}

/** Where password managers send people to (w3.org/TR/change-password-url). */
export const changePasswordPath = `${paths.account}#password` as SitePath

const halfYearMs = 182 * 24 * 60 * 60 * 1000

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
