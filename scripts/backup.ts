/** `npm run backup`: writes all rows of the database to a new file. */
import path from 'node:path'
import { writeBackup } from '../lib/server/backup/backup'
import { describeRows, onlyArgument, runCommand } from './backup/command'

const defaultName = `foyer-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`

void runCommand({
  usage: 'npm run backup [-- FILE]',
  parse: ([name = defaultName, ...more]) => onlyArgument([name, ...more], path.resolve),
  work: async (file) => `${describeRows(await writeBackup(file))} written to ${file}`,
  failureText: 'No backup was written.',
})
