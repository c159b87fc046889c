/** `npm run doctor`: what is wrong with this installation and its surroundings, and what helps. Changes nothing. */
import { parseArgs } from 'node:util'
import { examine } from './doctor/examination'
import { describeFindings, hasProblem } from './doctor/finding'
import { say } from './start/terminal'

/** Ends with 0, with 1 when something keeps the site from working, and with 2 when the arguments are wrong. */
async function main(): Promise<void> {
  const wishes = parseWishes()
  if (!wishes) {
    say('Usage: npm run doctor [-- --json]')
    return end(2)
  }
  const findings = await examine()
  process.stdout.write(wishes.json ? `${JSON.stringify(findings)}\n` : describeFindings(findings), () =>
    end(hasProblem(findings) ? 1 : 0),
  )
}

function parseWishes(): { json: boolean } | null {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Whatever a library still waits for, nobody needs it any more. */
function end(code: number): never {
  process.exit(code)
}

void main()
