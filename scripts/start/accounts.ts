/** The Auth emulator's accounts on disk. It keeps them in memory only, so they are exported again and again. */
import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import ms from 'ms'
import type { Child } from './children'
import { say } from './terminal'

/** What is kept, and what stands beside it while an export takes its place. */
export type AccountStore = { kept: string; fresh: string; previous: string }

export function accountStore(folder: string): AccountStore {
  return {
    kept: path.join(folder, 'accounts'),
    fresh: path.join(folder, 'accounts-fresh'),
    previous: path.join(folder, 'accounts-previous'),
  }
}

/** Undoes an exchange that a crash cut in two. Afterwards `kept` is whole, or there never was any. */
export async function recoverAccounts({ kept, fresh, previous }: AccountStore): Promise<void> {
  if (!existsSync(kept) && existsSync(previous)) await rename(previous, kept)
  await rm(previous, { recursive: true, force: true })
  await rm(fresh, { recursive: true, force: true })
}

export type Exports = { hub: URL; store: AccountStore; everyMs: number; child: Child }

/** Exports now, at intervals, and a last time at `close`. Never two at a time. */
export function openExports({ hub, store, everyMs, child }: Exports): { close(): Promise<void> } {
  let exported = exportAccounts(hub, store).catch(sayWhy)
  const timer = setInterval(exportAgain, everyMs)
  let isEmulatorGone = false
  void child.ended.then(() => {
    clearInterval(timer)
    isEmulatorGone = true
  })
  return {
    close: async () => {
      clearInterval(timer)
      if (!isEmulatorGone) exportAgain()
      await exported
    },
  }

  function exportAgain(): void {
    exported = exported.then(() => exportAccounts(hub, store)).catch(sayWhy)
  }
}

function sayWhy(error: Error): void {
  say(error.message)
}

/** Replaces what is kept by what the emulator knows now. A crash at any moment leaves one of both whole. */
async function exportAccounts(hub: URL, { kept, fresh, previous }: AccountStore): Promise<void> {
  try {
    await rm(fresh, { recursive: true, force: true })
    await requestExport(hub, fresh)
    await requireWholeExport(fresh)
    await writeThrough(fresh)
    if (existsSync(kept)) {
      await rm(previous, { recursive: true, force: true })
      await rename(kept, previous)
    }
    await rename(fresh, kept)
    await rm(previous, { recursive: true, force: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The accounts of the Auth emulator could not be saved: ${reason}`, { cause: error })
  }
}

async function requestExport(hub: URL, folder: string): Promise<void> {
  const response = await fetch(new URL('/_admin/export', hub), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: folder, initiatedBy: 'start', targets: ['auth'] }),
    signal: AbortSignal.timeout(ms('30s')),
  })
  if (!response.ok) throw new Error(`the emulator answered ${response.status} ${await response.text()}`)
}

/** The hub takes over whatever the emulator answers it, an error page too; that must not replace good accounts. */
async function requireWholeExport(folder: string): Promise<void> {
  const exported = JSON.parse(await readFile(path.join(folder, 'auth_export', 'accounts.json'), 'utf8'))
  if (!Array.isArray(exported.users)) throw new Error('the export has no list of accounts')
}

/** To the disk itself, so that a power cut after the exchange does not leave empty files. */
async function writeThrough(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(path.join(entry.parentPath, entry.name))
    await file.sync()
    await file.close()
  }
}
