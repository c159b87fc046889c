/** `npm run doctor`: checks the installation and its surroundings, and says how to fix problems. Changes nothing. */
import { parseArgs } from 'node:util'
import { examine } from './doctor/examination'
import { describeFindings, hasProblem } from './doctor/finding'
import { say } from './start/terminal'

/** Exits with 0, with 1 on a problem, and with 2 on wrong arguments. */
async function main(): Promise<void> {
  const options = parseOptions()
  if (!options) {
    say('Usage: npm run doctor [-- --json]')
    process.exit(2)
  }
  const findings = await examine()
  const output = options.json ? `${JSON.stringify(findings)}\n` : describeFindings(findings)
  // Exits even if a library still has open handles.
  process.stdout.write(output, () => process.exit(hasProblem(findings) ? 1 : 0))
}

function parseOptions(): { json: boolean } | null {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

void main()
