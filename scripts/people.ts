/** `npm run people`: how a person signs in and what is refused to them, or their sign-out. The server logs each use. */
import { userInfo } from 'node:os'
import { codeOf } from '../lib/error-code'
import { printable } from '../lib/log/record'
import { type PeopleUse, peopleKinds, usePeople } from '../lib/server/account/people'
import { runCommand } from './backup/command'

void runCommand({
  usage: `npm run people -- ${peopleKinds.join('|')} EMAIL|PHONE|USER_ID [NEW_EMAIL|OTHER] --reason TEXT`,
  parse: parseUse,
  // People choose the names of what they sign in with, which must not control the terminal.
  work: async (use) => (await usePeople(use)).map(printable).join('\n'),
})

function parseUse([action, who, ...rest]: string[]): PeopleUse | null {
  const kind = peopleKinds.find((name) => name === action)
  const hasTarget = kind === 'address' || kind === 'give'
  const target = hasTarget ? (rest.shift() ?? '') : null
  const isTarget = kind === 'address' ? target?.includes('@') : target !== ''
  const [option, reason = '', ...more] = rest
  const isReason = reason.trim() !== '' && reason.length <= 200 && printable(reason) === reason
  if (!kind || !who || !isTarget || option !== '--reason' || !isReason || more.length > 0) return null
  return { kind, who, target, reason, operator: operatorName() }
}

/** Who runs the command, by the system's name; in a container a user may have none. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch (error) {
    if (codeOf(error) !== 'ERR_SYSTEM_ERROR') throw error
    return `user ${process.getuid?.()}`
  }
}
