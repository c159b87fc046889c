/** `npm run forget`: deletes all rows of a user whose account is gone at the identity provider; without `--yes` it only shows them. */
import { findStored, forgetPerson, type StoredPerson } from '../lib/server/account/forget'
import { describeRows, onlyArgument, runCommand } from './backup/command'

void runCommand({
  usage: 'npm run forget -- USER_ID [--yes]',
  parse: (args) => {
    const id = onlyArgument(args.filter((argument) => argument !== '--yes'))
    return id === null ? null : { id, isSure: args.includes('--yes') }
  },
  work: async ({ id, isSure }) =>
    isSure
      ? `${describeStored(await forgetPerson(id))}\nDeleted.`
      : `${describeStored(await findStored(id))}\n${advice}`,
  failureText: 'Nothing was deleted.',
})

const advice =
  'Nothing was deleted. If this person is gone for good, add --yes. If they may be there: npm run people -- show'

function describeStored({ userId, rows, since, lastSeenAt }: StoredPerson): string {
  const times = [
    `account of ${since?.toISOString() ?? 'an unknown time'}`,
    `last seen ${lastSeenAt?.toISOString() ?? 'at an unknown time'}`,
  ]
  return `User ${userId}, ${times.join(', ')}: ${describeRows(rows)}`
}
