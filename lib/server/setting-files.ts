import 'server-only'
/** Files that settings come from, or name. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { codeOf } from '@/lib/error-code'

/**
 * The `.env` files of a folder, the one that wins first: the same as Next's. Their values are taken as they stand. Next itself
 * would replace names behind a `$`, also in single quotes.
 */
export function envFilesIn(folder: string, mode: 'production' | 'development'): string[] {
  const names = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  return names.map((name) => path.join(/* turbopackIgnore: true */ folder, name)).filter(existsSync)
}

/** Variables of these files whose value has a `$` that Next would not leave alone, with the file's name. */
export function valuesWithDollar(files: readonly string[]): { variable: string; file: string }[] {
  return files.flatMap((file) =>
    Object.entries(parseEnv(readFileSync(file, 'utf8')))
      .filter(([, value]) => /(^|[^\\])\$/.test(value ?? ''))
      .map(([variable]) => ({ variable, file: path.basename(file) })),
  )
}

/** What is wrong with the files a database's URL names: the driver would take one that is missing for an outage. */
export function certificateFaults(databaseUrl: string): string[] {
  const named = databaseUrl.matchAll(/[?&](ssl(?:rootcert|cert|key))=([^&]+)/g)
  return [...named].flatMap(([, parameter, encoded = '']) => {
    const fault = unreadablePem(decodeURIComponent(encoded))
    return fault ? [`names a file as ${parameter} that ${fault}`] : []
  })
}

/** What is wrong with the file of a certificate or key; null if nothing is. */
function unreadablePem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN ') ? null : 'has no certificate or key (PEM)'
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return `can't be read (${code})`
  }
}
