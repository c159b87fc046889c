/** `npm run restore`: the rows of a backup, into an empty database. */
import { restoreBackup } from '../lib/server/database/database'
import { runCommand } from './backup/command'
import { showProgress } from './start/terminal'

void runCommand({
  usage: 'npm run restore -- FILE',
  work: (file) => {
    let part = 0
    const words = () => {
      if (part === 1) return 'Making the index'
      return part === 0 ? 'Restoring' : `Restoring, ${Math.floor(part * 100)}% read`
    }
    return showProgress(words, () => restoreBackup(file, (read) => (part = read)))
  },
  doneWords: 'restored from',
  nothingWords: 'Nothing was restored.',
})
