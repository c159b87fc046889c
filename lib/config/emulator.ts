import type { Environment, SettingProblem } from './settings'

/** Shown on every page in emulator mode (S34). */
export const emulatorWarning = 'Running in emulator mode. Do not use with production credentials.'

/** This variable makes the Admin SDK accept unsigned tokens, so only our own value is allowed. */
export function strayEmulatorProblems(
  environment: Environment,
  emulatorUrl: string | null,
): SettingProblem[] {
  const host = environment.FIREBASE_AUTH_EMULATOR_HOST
  if (!host || (emulatorUrl && host === new URL(emulatorUrl).host)) return []
  const problem = 'turns off the signature checks of tokens; unset it. For the emulator set USE_AUTH_EMULATOR'
  return [{ variable: 'FIREBASE_AUTH_EMULATOR_HOST', problem, example: '' }]
}
