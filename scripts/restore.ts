/** `npm run restore`: the rows of a backup, into an empty database. */
import { restoreBackup } from '../lib/server/database/database'
import { describeRows, runCommand } from './backup/command'

void runCommand({
  usage: 'npm run restore -- FILE',
  chooseFile: (names) => (names.length === 1 ? (names[0] ?? null) : null),
  work: restoreBackup,
  describeDone: (rows, file) => `${describeRows(rows)} restored from ${file}`,
  describeNothing: 'Nothing was restored.',
})
