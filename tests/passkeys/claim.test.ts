import { expect, test } from 'vitest'
import { credentialClaim, describeSignIn } from '@/lib/session/token'

const id = '7f1a3c52-9d0e-4b68-8a2f-5c6d7e8f9012'

test.each([
  ['our custom token', 'custom', id, id],
  ['a custom token of another kind', 'custom', undefined, null],
  ['a claim that is no id', 'custom', 'phone', null],
  ['a claim that is true', 'custom', true, null],
  ['the claim beside a password', 'password', id, null],
  ['the claim beside another provider', 'google.com', id, null],
  ['the claim without a provider', undefined, id, null],
])('only our custom token shows a sign-in by passkey: %s', (_, sign_in_provider, claim, credential) => {
  expect(describeSignIn({ [credentialClaim]: claim, firebase: { sign_in_provider } })).toMatchObject({
    credential,
  })
})
