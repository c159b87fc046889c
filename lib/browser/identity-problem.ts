import 'client-only'
import { identityFailure } from '../identity-errors'
import { ifLoaded } from './loading'
import { relearnPasswordPolicy } from './password-policy'

/** A person sees that an identity call has failed: whoever runs the site is told of what only they can mend. */
export function heedIdentityProblem(code: string): void {
  if (code === 'password-does-not-meet-requirements') void relearnPasswordPolicy()
  if (identityFailure(code).level !== 'error' || told.has(code)) return
  told.add(code)
  void ifLoaded(import('./errors'), ({ reportError }) =>
    reportError(new Error(`identity: ${nameOfCode(code)}`)),
  )
}

/** Once a code and page. */
const told = new Set<string>()

/** The SDK makes a code of any sentence of the provider's. What is no name of a fault stays out of the log. */
function nameOfCode(code: string): string {
  const [name = ''] = code.split('.')
  return /^[a-z][a-z-]{0,59}$/.test(name) ? name : 'unknown'
}
