/** Reads the project. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './source'

const skippedFolders = ['node_modules', 'test-results', 'playwright-report']
const wanted = /\.(tsx?|jsx?|css|mjs|cjs)$|^\.env\.example$/

/** All source files below a folder, with relative paths; skips what tools write. */
export function readTree(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : readTree(root, path)
    if (!wanted.test(entry.name) || entry.name === 'next-env.d.ts') return []
    return { path, source: readFileSync(join(root, path), 'utf8') }
  })
}

function isSkipped(name: string): boolean {
  return (name.startsWith('.') && name !== '.well-known') || skippedFolders.includes(name)
}
