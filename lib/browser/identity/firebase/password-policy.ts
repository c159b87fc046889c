import 'client-only'
import { type Auth, validatePassword } from 'firebase/auth'
import { failureOf } from '@/lib/browser/identity/fault'
import type { PasswordPolicy } from '@/lib/identity/password-policy'
import type { Outcome } from './outcome'

export function policyCalls(auth: Auth) {
  let latest: SdkPolicy | null = null
  return {
    /**
     * The password policy, which the SDK fetches once and caches. After rejecting a password the SDK refetches
     * without signalling when it's done: `isRefused` waits for that.
     */
    passwordPolicy: async ({ isRefused }: { isRefused: boolean }): Promise<Outcome<PasswordPolicy>> => {
      const outdated = isRefused ? latest : null
      const outcome = await fetchPolicy(auth, outdated)
      if (outcome.status === 'failed') return outcome
      latest = outcome.value
      return { status: 'done', value: toPasswordPolicy(outcome.value) }
    },
  }
}

type SdkPolicy = Awaited<ReturnType<typeof validatePassword>>['passwordPolicy']

const pollIntervalMs = 100
const maxPolls = 30

/** The SDK's policy; polls for a replacement of the outdated one, up to a limit. */
async function fetchPolicy(auth: Auth, outdated: SdkPolicy | null): Promise<Outcome<SdkPolicy>> {
  let outcome = await readSdkPolicy(auth)
  for (let polls = 1; polls < maxPolls && outdated && isSame(outcome, outdated); polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    outcome = await readSdkPolicy(auth)
  }
  return outcome
}

function isSame(outcome: Outcome<SdkPolicy>, policy: SdkPolicy): boolean {
  return outcome.status === 'done' && outcome.value === policy
}

/** The SDK only returns the policy when validating a password, so validate an empty one. */
async function readSdkPolicy(auth: Auth): Promise<Outcome<SdkPolicy>> {
  try {
    const { passwordPolicy } = await validatePassword(auth, '')
    return { status: 'done', value: passwordPolicy }
  } catch (error) {
    // The SDK throws a TypeError on a policy without options.
    return error instanceof TypeError ? { status: 'failed', code: 'internal-error' } : failureOf(error)
  }
}

function toPasswordPolicy({
  customStrengthOptions: options,
  allowedNonAlphanumericCharacters,
  enforcementState,
}: SdkPolicy): PasswordPolicy {
  return {
    isEnforced: enforcementState === 'ENFORCE',
    minimumLength: options.minPasswordLength ?? 6,
    maximumLength: options.maxPasswordLength ?? null,
    needsLowercase: options.containsLowercaseLetter ?? false,
    needsUppercase: options.containsUppercaseLetter ?? false,
    needsNumber: options.containsNumericCharacter ?? false,
    symbols: options.containsNonAlphanumericCharacter ? allowedNonAlphanumericCharacters : '',
  }
}
