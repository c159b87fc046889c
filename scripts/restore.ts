/** `npm run restore`: the rows of a backup, into an empty database. */
import { restoreBackup } from '../lib/server/database/database'
import { runCommand } from './backup/command'

void runCommand({
  usage: 'npm run restore -- FILE',
  work: restoreBackup,
  doneWords: 'restored from',
  nothingWords: 'Nothing was restored.',
})
