import 'server-only'
/** Files that contain settings, or that settings name. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { codeOf } from '@/lib/error-code'

/**
 * The `.env` files of a folder, highest priority first, as in Next. Values are used literally, whereas Next expands names
 * after a `$`, even in single quotes.
 */
export function envFilesIn(folder: string, mode: 'production' | 'development'): string[] {
  const names = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  return names.map((name) => path.join(/* turbopackIgnore: true */ folder, name)).filter(existsSync)
}

/** Variables in these files whose value has a `$` that Next would expand, with the file's name. */
export function valuesWithDollar(files: readonly string[]): { variable: string; file: string }[] {
  return files.flatMap((file) =>
    Object.entries(parseEnv(readFileSync(file, 'utf8')))
      .filter(([, value]) => /(^|[^\\])\$/.test(value ?? ''))
      .map(([variable]) => ({ variable, file: path.basename(file) })),
  )
}

/** Problems of the files that a database URL names: the driver would treat a missing one as an outage. */
export function certificateFaults(databaseUrl: string): string[] {
  const named = databaseUrl.matchAll(/[?&](ssl(?:rootcert|cert|key))=([^&]+)/g)
  return [...named].flatMap(([, parameter, encoded = '']) => {
    const fault = unreadablePem(decodeURIComponent(encoded))
    return fault ? [`names a file as ${parameter} that ${fault}`] : []
  })
}

/** The problem of a certificate or key file; null without one. */
function unreadablePem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN ') ? null : 'has no certificate or key (PEM)'
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return `can't be read (${code})`
  }
}
