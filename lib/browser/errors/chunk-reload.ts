import 'client-only'
import { personal, tryStorage } from '@/lib/browser/site-data'
import { chunkReload } from '@/lib/errors/script-retry'

/** Reloads the page when a chunk fails to load, at most once every ten seconds. */

/** Survives the reload: when the next one is allowed, and the text of fields. */
type ChunkReload = { path: string; until: number; typed: Record<string, string> }

/**
 * Reloads the page to get the current build's code. Returns false, so that the caller shows an error, if this path was just
 * reloaded, the site is unreachable, a password would be lost (it's never stored), or storage can't prevent a loop.
 */
export function reloadForChunk(): Promise<boolean> {
  reloading ??= reload().finally(() => {
    reloading = undefined
  })
  return reloading
}

/** Restores typed text into fields that are empty after the reload. */
export function restoreTyped(): void {
  const stored = readStored()
  if (stored?.path !== location.pathname) return
  for (const [name, text] of Object.entries(stored.typed)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
    if (field?.value === '') field.value = text
  }
  if (Object.keys(stored.typed).length > 0) store({ ...stored, typed: {} })
}

let reloading: Promise<boolean> | undefined

async function reload(): Promise<boolean> {
  const path = location.pathname
  const stored = readStored()
  const leftMs = (stored?.until ?? 0) - Date.now()
  // More than the interval is left only if the clock was set back.
  if (stored?.path === path && leftMs > 0 && leftMs <= chunkReload.minIntervalMs) return false
  if (!(await isReachable()) || hasPassword()) return false
  if (!store({ path, until: Date.now() + chunkReload.minIntervalMs, typed: typedValues() })) return false
  location.reload()
  return true
}

/** Offline, a partly working page is better than the browser's error page. */
async function isReachable(): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    return response.status < 500
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function hasPassword(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input[name=password]')
  return [...fields].some(({ value }) => value !== '')
}

/** Values of named text fields; never passwords. Notes have their own drafts. */
function typedValues(): Record<string, string> {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[name]')]
  const texts = fields.filter(({ type, value }) => value !== '' && /^(text|email|search|tel|url)$/.test(type))
  return Object.fromEntries(texts.map(({ name, value }) => [name, value]))
}

function readStored(): ChunkReload | null {
  return tryStorage(({ session }) => JSON.parse(session.getItem(personal.typed) ?? 'null')) ?? null
}

/** Returns whether it is stored. */
function store(reload: ChunkReload): boolean {
  const isStored = tryStorage(({ session }) => {
    session.setItem(personal.typed, JSON.stringify(reload))
    return true
  })
  return isStored ?? false
}
