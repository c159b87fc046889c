/** `npm run doctor`: checks the installation and its surroundings, and says how to fix problems. Changes nothing. */
import { examine } from './doctor/examination'
import { describeFindings, hasProblem } from './doctor/finding'

/** Exits with 0, or with 1 on a problem. */
async function main(): Promise<void> {
  const findings = await examine()
  // Exits even if a library still has open handles.
  process.stdout.write(describeFindings(findings), () => process.exit(hasProblem(findings) ? 1 : 0))
}

void main()
