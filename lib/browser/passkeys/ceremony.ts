import 'client-only'
/** WebAuthn ceremonies (Level 3) and the meaning of their errors. Loads when the user may use a passkey. */
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { IdentityErrorCode, KnownCode } from '@/lib/identity/error-words'

/** `aborted`: by us, for another ceremony or because the page was left, so no message is shown. */
export type CeremonyOutcome<T> =
  | { status: 'done'; value: T }
  | { status: 'failed'; code: IdentityErrorCode }
  | { status: 'aborted' }

/** Password managers may swallow a call while locked. Long enough to fetch a phone, shorter than a challenge's lifetime. */
const maxPromptMs = 180_000

/** Opens the browser's prompt to choose a passkey. Aborts a pending ceremony. */
export function promptForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<CeremonyOutcome<AuthenticationResponseJSON>> {
  return runPrompt(() => startAuthentication({ optionsJSON: options }), 'prompt')
}

/** Whether the browser claims that its autofill offers passkeys. Some claim it and don't, so the button stays. */
export const hasAutofill = browserSupportsWebAuthnAutofill

/** Waits, without a time limit, for a passkey chosen from the email field's autofill. */
export function waitForAutofill(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<CeremonyOutcome<AuthenticationResponseJSON>> {
  // The email field may be absent for a moment, e.g. in another mode of the form.
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

/** Aborts the pending ceremony. */
export function abortCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

type CeremonyType = 'prompt' | 'creation'

/** Runs a WebAuthn call, which rejects for everything but success. */
export async function runCeremony<T>(
  call: () => Promise<T>,
  type: CeremonyType,
): Promise<CeremonyOutcome<T>> {
  try {
    return { status: 'done', value: await call() }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'AbortError') return { status: 'aborted' }
    return {
      status: 'failed',
      code: codesByErrorName[type][name] ?? codesByErrorName.both[name] ?? 'passkey-failed',
    }
  }
}

/**
 * `NotAllowedError` is a cancellation, a timeout or no passkey at all: browsers don't tell which. `InvalidStateError` means
 * "already exists" only during creation. Password managers reject with anything.
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

/** Runs a call that opens a prompt. Fails with `passkey-timed-out` if a password manager never answers. */
export async function runPrompt<T>(call: () => Promise<T>, type: CeremonyType): Promise<CeremonyOutcome<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<CeremonyOutcome<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'failed', code: 'passkey-timed-out' })
      abortCeremony()
    }, maxPromptMs)
  })
  const outcome = await Promise.race([runCeremony(call, type), timeout])
  clearTimeout(timer)
  return outcome
}
