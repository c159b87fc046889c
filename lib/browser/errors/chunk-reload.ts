import 'client-only'
import { personal, tryStorage } from '@/lib/browser/site-data'
import { chunkReload } from '@/lib/errors/script-retry'

/** Reloads the page when a chunk fails to load, at most once every ten seconds. */

/** Survives the reload: when the next one is allowed, and what was typed. */
type ChunkReload = { path: string; until: number; typed: Record<string, string> }

/**
 * Reloads the page to get the current build's code. False if this path was just reloaded, the site is
 * unreachable, a password would be lost (it's never stored), or storage can't prevent a loop: then an error
 * message is better.
 */
export function reloadForChunk(): Promise<boolean> {
  reloading ??= reload().finally(() => {
    reloading = undefined
  })
  return reloading
}

/** Restores what was typed before the reload into empty fields. */
export function restoreTyped(): void {
  const kept = readStored()
  if (kept?.path !== location.pathname) return
  for (const [name, text] of Object.entries(kept.typed)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
    if (field?.value === '') field.value = text
  }
  if (Object.keys(kept.typed).length > 0) store({ ...kept, typed: {} })
}

let reloading: Promise<boolean> | undefined

async function reload(): Promise<boolean> {
  const path = location.pathname
  const kept = readStored()
  const leftMs = (kept?.until ?? 0) - Date.now()
  // More is left only where the clock was set back.
  if (kept?.path === path && leftMs > 0 && leftMs <= chunkReload.minIntervalMs) return false
  if (!(await isReachable()) || hasPassword(document)) return false
  if (!store({ path, until: Date.now() + chunkReload.minIntervalMs, typed: typedValues(document) }))
    return false
  location.reload()
  return true
}

/** Offline, a partly working page beats the browser's error page. */
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

/** Values of named text fields; never passwords. Notes have their own drafts. */
function typedValues(page: Document): Record<string, string> {
  const fields = [...page.querySelectorAll<HTMLInputElement>('input[name]')]
  const texts = fields.filter(({ type, value }) => value !== '' && /^(text|email|search|tel|url)$/.test(type))
  return Object.fromEntries(texts.map(({ name, value }) => [name, value]))
}

function readStored(): ChunkReload | null {
  return tryStorage(({ session }) => JSON.parse(session.getItem(personal.typed) ?? 'null')) ?? null
}

function store(reload: ChunkReload): boolean {
  const stored = tryStorage(({ session }) => {
    session.setItem(personal.typed, JSON.stringify(reload))
    return true
  })
  return stored ?? false
}
