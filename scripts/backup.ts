/** `npm run backup`: writes all rows of the database to a new file. */
import { writeBackup } from '../lib/server/backup/backup'
import { runCommand } from './backup/command'

void runCommand({
  usage: 'npm run backup [-- FILE]',
  defaultName: `foyer-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`,
  work: writeBackup,
  doneText: 'written to',
  failureText: 'No backup was written.',
})
