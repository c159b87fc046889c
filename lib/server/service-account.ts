import 'server-only'
/** The key of a service account, as downloaded from the Firebase console. */
import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { jsonObject } from '@/lib/config/settings'
import { codeOf } from '@/lib/error-code'

/** Line breaks that were escaped twice are restored. A key that can't sign would look like an outage at each sign-in. */
export const serviceAccountKey = v.pipe(
  jsonObject,
  v.transform(withLineBreaks),
  v.check(canSign, 'has no private_key that can sign. Copy all of the key file, on one line'),
)

function withLineBreaks(key: Record<string, unknown>): Record<string, unknown> {
  const { private_key: pem } = key
  return typeof pem === 'string' ? { ...key, private_key: pem.replaceAll('\\n', '\n') } : key
}

function canSign({ private_key: pem }: Record<string, unknown>): boolean {
  try {
    return createPrivateKey(String(pem)).asymmetricKeyType === 'rsa'
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_')) throw error
    return false
  }
}
