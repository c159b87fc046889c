import 'client-only'
import { personal, tryStorage } from '@/lib/browser/storage'

/** A part of the site's code could not be loaded: the page is loaded anew, at most once in ten seconds. */

/** Spec section 9, 'chunk reload guard'. */
const reloadAgainAfterMs = 10_000

/** What outlives the page: when it may be loaded anew again, and what was typed. */
type ChunkReload = { path: string; until: number; typed: Record<string, string> }

/**
 * Loads the page anew, so that it gets the code of the build that is there now. False if that was tried for this path a
 * moment ago, if the site is out of reach, if a password would be lost, which is kept nowhere, or if nothing can be
 * kept that would end a loop: then words are better.
 */
export function reloadForChunk(): Promise<boolean> {
  reloading ??= reload().finally(() => {
    reloading = undefined
  })
  return reloading
}

/** Puts what was typed before such a reload back into the fields that are empty. */
export function restoreTyped(): void {
  const kept = readKept()
  if (kept?.path !== location.pathname) return
  for (const [name, text] of Object.entries(kept.typed)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
    if (field?.value === '') field.value = text
  }
  if (Object.keys(kept.typed).length > 0) keep({ ...kept, typed: {} })
}

let reloading: Promise<boolean> | undefined

async function reload(): Promise<boolean> {
  const path = location.pathname
  const kept = readKept()
  if (kept?.path === path && kept.until > Date.now()) return false
  if (!(await isReachable()) || hasPassword(document)) return false
  if (!keep({ path, until: Date.now() + reloadAgainAfterMs, typed: typedOn(document) })) return false
  location.reload()
  return true
}

/** Offline a page that works in part is better than the browser's own words. */
async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    return answer.status < 500
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function hasPassword(page: Document): boolean {
  return [...page.querySelectorAll<HTMLInputElement>('input[name=password]')].some(
    ({ value }) => value !== '',
  )
}

/** The texts of the fields that have a name; never a password. Notes are kept as drafts while they are typed. */
function typedOn(page: Document): Record<string, string> {
  const fields = [...page.querySelectorAll<HTMLInputElement>('input[name]')]
  const texts = fields.filter(({ type, value }) => value !== '' && /^(text|email|search|tel|url)$/.test(type))
  return Object.fromEntries(texts.map(({ name, value }) => [name, value]))
}

function readKept(): ChunkReload | null {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(personal.typed) ?? 'null')) ?? null
}

function keep(reload: ChunkReload): boolean {
  const stored = tryStorage(() => {
    sessionStorage.setItem(personal.typed, JSON.stringify(reload))
    return true
  })
  return stored ?? false
}
