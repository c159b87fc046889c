/** `npm run forget`: deletes all rows of a user whose account is gone at the identity provider. */
import { forgetPerson } from '../lib/server/account/forget'
import { runCommand } from './backup/command'

void runCommand({
  usage: 'npm run forget -- USER_ID',
  parse: (userId) => userId,
  work: forgetPerson,
  doneText: 'deleted, all that belonged to',
  failureText: 'Nothing was deleted.',
})
