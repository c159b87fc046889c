/** The handlers of passkeys. */
import type { Endpoint } from '@/lib/site/room'
import { passkeyHandlers } from './routes'

export function endpoints(): readonly Endpoint[] {
  const { passkeys, passkeyOptions, passkeyToken, onePasskey, secondFactors } = passkeyHandlers
  return [
    [passkeys, ['GET', 'POST']],
    [passkeyOptions, ['POST']],
    [passkeyToken, ['POST']],
    [onePasskey, ['PUT', 'DELETE']],
    [secondFactors, ['DELETE']],
  ]
}
