/** `npm run backup`: all rows of the database, in one new file. */
import { writeBackup } from '../lib/server/database/database'
import { describeRows, runCommand } from './backup/command'

function defaultName(now: Date): string {
  return `foyer-backup-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`
}

void runCommand({
  usage: 'npm run backup [-- FILE]',
  chooseFile: (names) => (names.length > 1 ? null : (names[0] ?? defaultName(new Date()))),
  work: writeBackup,
  describeDone: (rows, file) => `${describeRows(rows)} written to ${file}`,
  describeNothing: 'No backup was written.',
})
