/** `npm run restore`: restores a backup into an empty database. */
import { restoreBackup } from '../lib/server/backup/restore'
import { runCommand } from './backup/command'
import { showProgress } from './start/terminal'

void runCommand({
  usage: 'npm run restore -- FILE',
  work: (file) => showProgress('Restoring', restoreBackup(file)),
  doneText: 'restored from',
  failureText: 'Nothing was restored.',
})
