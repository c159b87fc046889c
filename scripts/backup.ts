/** `npm run backup`: all rows of the database, in one new file. */
import { writeBackup } from '../lib/server/database/database'
import { runCommand } from './backup/command'

void runCommand({
  usage: 'npm run backup [-- FILE]',
  defaultName: `foyer-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`,
  work: writeBackup,
  doneWords: 'written to',
  nothingWords: 'No backup was written.',
})
