/** Whether the database can be used, and only by us. */
import path from 'node:path'
import {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from '../../lib/server/database/database'
import { examinePrivacy } from '../../lib/server/private-folder'
import { type Finding, ok, problem, type Situation, warning } from './finding'

/** Looks at PostgreSQL, or at the embedded database's folder, without changing anything. */
export async function examineDatabase({ config }: Situation): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return [describePostgres(await examinePostgres(databaseUrl), placeOf(databaseUrl))]
  return [describeEmbedded(await examineEmbedded(dataDir), path.resolve(dataDir))]
}

function describePostgres(state: PostgresState, place: string): Finding {
  if (state.status === 'unreachable')
    return problem('Database', `${place} ${causes[state.code] ?? 'cannot be used'} (${state.code}). ${check}`)
  const { version, made, known, mayMigrate, newer } = state
  const words = `PostgreSQL ${version} at ${place}`
  if (state.problem) return problem('Database', `${words}. ${state.problem}`)
  if (newer) {
    const help = 'This one works with it, but cannot back it up. Start the newer one when you can'
    return warning('Database', `${words}. A newer Foyer has changed its tables (${newer}). ${help}`)
  }
  if (made === known) return ok('Database', `${words}, its tables are up to date`)
  if (!mayMigrate) {
    const help = 'Grant CREATE on the database to the user of DATABASE_URL'
    return problem('Database', `${words}: its tables must be migrated, but the user may not do that. ${help}`)
  }
  return ok('Database', `${words}, ${made} of ${known} migrations applied; the next start applies the rest`)
}

const check = 'Check DATABASE_URL, and that the server is running and reachable from here'

/** Codes of the system and of PostgreSQL. */
const causes: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'is an unknown host name',
  'no-answer': 'does not answer in time',
  '28P01': 'rejects the user or the password',
  '28000': 'rejects the user',
  '3D000': 'has no such database',
}

function describeEmbedded(state: EmbeddedState, folder: string): Finding {
  if (state.status === 'absent')
    return ok(
      'Database',
      `embedded; the first start creates it in ${folder}. For more than one process set DATABASE_URL`,
    )
  if (state.status === 'in-use')
    return ok('Database', `embedded, in ${folder}; in use by ${state.owner}, so not checked`)
  if (state.status === 'unusable') return problem('Database', state.problem)
  return ok('Database', `embedded, in ${folder}`)
}

/** Without user, password and parameters. */
function placeOf(databaseUrl: string): string {
  return databaseUrl.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1')
}

/** Whether other users of this machine can read data kept here. The start makes the folder private. */
export async function examineDataFolder({ config, isEmbedded }: Situation): Promise<Finding[]> {
  if (config.databaseUrl && !isEmbedded) return []
  const folder = path.resolve(config.dataDir)
  const found = await examinePrivacy(folder)
  if (found.status === 'refused') return [problem('Data folder', found.problem)]
  if (found.status === 'private') return [ok('Data folder', `${folder}, for this user only`)]
  if (found.status === 'absent') return [ok('Data folder', `${folder} does not exist yet`)]
  const help = `The next start makes it private; to do it now: chmod 700 ${folder}`
  return [warning('Data folder', `other users of this machine can enter ${folder}. ${help}`)]
}
