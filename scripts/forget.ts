/** `npm run forget`: deletes all rows of a user whose account is gone at the identity provider. */
import { forgetUser } from '../lib/server/database/database'
import { runCommand } from './backup/command'

void runCommand({
  usage: 'npm run forget -- USER_ID',
  parse: (userId) => userId,
  work: forgetUser,
  doneText: 'deleted, all that belonged to',
  failureText: 'Nothing was deleted.',
})
