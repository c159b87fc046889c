/** `npm run restore`: restores a backup into an empty database. */
import { restoreBackup } from '../lib/server/backup/restore'
import { runCommand } from './backup/command'
import { showProgress } from './start/terminal'

void runCommand({
  usage: 'npm run restore -- FILE',
  work: (file) => {
    let part = 0
    const status = () => {
      if (part === 1) return 'Making the index'
      return part === 0 ? 'Restoring' : `Restoring, ${Math.floor(part * 100)}% read`
    }
    return showProgress(status, () => restoreBackup(file, (read) => (part = read)))
  },
  doneText: 'restored from',
  failureText: 'Nothing was restored.',
})
