/** Whether other users of this machine get at the data. */
import path from 'node:path'
import { examinePrivacy } from '../../lib/server/database/database'
import { type Finding, ok, problem, type Situation, warning } from './finding'

/** Looks at the folder, where there is one to be used; the start makes it private. */
export async function examineDataFolder({ config, isEmbedded }: Situation): Promise<Finding[]> {
  if (config.databaseUrl && !isEmbedded) return []
  const folder = path.resolve(config.dataDir)
  const found = await examinePrivacy(folder)
  if (found.status === 'refused') return [problem(subject, found.problem)]
  if (found.status === 'private') return [ok(subject, `${folder}, for this user alone`)]
  if (found.status === 'absent') return [ok(subject, `${folder} is not there yet`)]
  const help = `The next start shuts it; to shut it now: chmod 700 ${folder}`
  return [warning(subject, `other users of this machine can enter ${folder}. ${help}`)]
}

const subject = 'Data folder'
