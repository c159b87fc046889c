/** A real PostgreSQL for tests: found or installed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  findPostgres,
  openPostgres,
  type PostgresPrograms,
  type PostgresServer,
} from '@/scripts/measure/postgres'

export type { PostgresServer } from '@/scripts/measure/postgres'

/** Brings up a server with an empty database. */
export function openPostgresServer(): Promise<PostgresServer> {
  return openPostgres(requirePrograms())
}

/** As root on Debian they are installed when they are missing. */
function requirePrograms(): PostgresPrograms {
  const searchPath = process.env.PATH ?? ''
  const found = findPostgres(searchPath) ?? (installPrograms() ? findPostgres(searchPath) : null)
  if (found) return found
  throw new Error(
    'The tests of the database need PostgreSQL (initdb, pg_ctl, postgres). Install it: ' +
      'apt-get install postgresql (Debian, Ubuntu), brew install postgresql (macOS).',
  )
}

function installPrograms(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']])
    execFileSync('apt-get', parameters, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  return true
}
