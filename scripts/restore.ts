/** `npm run restore`: restores a backup into an empty database. */
import path from 'node:path'
import { restoreBackup } from '../lib/server/backup/restore'
import { describeRows, onlyArgument, runCommand } from './backup/command'
import { showProgress } from './start/terminal'

void runCommand({
  usage: 'npm run restore -- FILE',
  parse: (args) => onlyArgument(args, path.resolve),
  work: async (file) =>
    `${describeRows(await showProgress('Restoring', restoreBackup(file)))} restored from ${file}`,
  failureText: 'Nothing was restored.',
})
