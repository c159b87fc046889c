import 'client-only'
/** WebAuthn's ceremonies (Level 3), and what their errors mean. Loads when somebody may use a passkey. */
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { IdentityErrorCode, KnownCode } from '@/lib/identity/error-words'

/** `aborted` was ours, for another ceremony or because the page is left: nothing is said of it. */
export type CeremonyOutcome<T> =
  | { status: 'done'; value: T }
  | { status: 'failed'; code: IdentityErrorCode }
  | { status: 'aborted' }

/** Managers may swallow a call while they're locked. Long enough to fetch a phone, shorter than a challenge lasts. */
const maxPromptMs = 180_000

/** Opens the browser's prompt to choose a passkey. Aborts a ceremony that waits. */
export function promptForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<CeremonyOutcome<AuthenticationResponseJSON>> {
  return withPromptTimeout(runCeremony(() => startAuthentication({ optionsJSON: options }), 'prompt'))
}

/** Whether the browser says that its autofill offers passkeys. Some say so and don't: the button stays. */
export const hasAutofill = browserSupportsWebAuthnAutofill

/** Waits, without a limit, for a passkey to be chosen from the email field's autofill. */
export function waitForAutofill(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<CeremonyOutcome<AuthenticationResponseJSON>> {
  // The form's field may be gone for a moment, as in another mode.
  return runCeremony(
    () =>
      startAuthentication({
        optionsJSON: options,
        useBrowserAutofill: true,
        verifyBrowserAutofillInput: false,
      }),
    'prompt',
  )
}

/** Aborts whichever ceremony is under way. */
export function abortCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

type CeremonyType = 'prompt' | 'creation'

/** The outcome of a WebAuthn call, which rejects for everything but success. */
export async function runCeremony<T>(ask: () => Promise<T>, call: CeremonyType): Promise<CeremonyOutcome<T>> {
  try {
    return { status: 'done', value: await ask() }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'AbortError') return { status: 'aborted' }
    return {
      status: 'failed',
      code: codesByErrorName[call][name] ?? codesByErrorName.both[name] ?? 'passkey-failed',
    }
  }
}

/**
 * By the error's name. `NotAllowedError` is a cancellation, a timeout or no passkey at all: browsers don't tell which.
 * `InvalidStateError` means "already there" only of a creation. Password managers answer with anything.
 */
const codesByErrorName: Record<CeremonyType | 'both', Record<string, KnownCode>> = {
  prompt: { NotAllowedError: 'passkey-cancelled' },
  creation: {
    InvalidStateError: 'passkey-exists',
    ConstraintError: 'passkey-not-verified',
    NotAllowedError: 'passkey-not-created',
  },
  both: {
    SecurityError: 'passkey-wrong-origin',
    NotSupportedError: 'passkey-unsupported',
  },
}

/** Ends with `passkey-timed-out` a call that a password manager never answers. */
export async function withPromptTimeout<T>(asked: Promise<CeremonyOutcome<T>>): Promise<CeremonyOutcome<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<CeremonyOutcome<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'failed', code: 'passkey-timed-out' })
      abortCeremony()
    }, maxPromptMs)
  })
  const outcome = await Promise.race([asked, late])
  clearTimeout(timer)
  return outcome
}
