/** What of a build is sent as it is, and how it is compressed ahead. */
import { pages } from '@/lib/site/pages'

/** HTTP's name for each coding, the smallest first, and the ending of such a file. */
export const compressions = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** The paths of the prerendered pages. */
export const prerenderedPaths = pages
  .filter(({ rendering }) => rendering === 'static')
  .map(({ pattern }) => pattern)

/** Where Next keeps a prerendered page, below the build's folder. */
export function prerenderedFile(path: string): string {
  return `server/app/${path === '/' ? 'index' : path.slice(1)}.html`
}
