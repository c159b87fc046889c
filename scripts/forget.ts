/** `npm run forget`: deletes all rows of a user whose account is gone at the identity provider. */
import { forgetPerson } from '../lib/server/account/forget'
import { describeRows, onlyArgument, runCommand } from './backup/command'

void runCommand({
  usage: 'npm run forget -- USER_ID',
  parse: (args) => onlyArgument(args),
  work: async (userId) =>
    `${describeRows(await forgetPerson(userId))} deleted, all that belonged to ${userId}`,
  failureText: 'Nothing was deleted.',
})
