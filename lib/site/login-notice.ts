/** Why a visitor was sent to the sign-in form, which tells them. */
const loginNotices = [
  'expired',
  'not-sent',
  'ended',
  'unbound',
  'disabled',
  'signed-out-elsewhere',
  'signed-out-everywhere',
  'deleted',
  'shared',
] as const
export type LoginNotice = (typeof loginNotices)[number]

/** Parses the `notice` parameter; null unless it's one of ours. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}

/** The modes of `/login`, by its `mode` parameter, and their page titles. */
export const loginTitles = {
  'sign-in': 'Sign in',
  create: 'Create an account',
  reset: 'Reset your password',
  link: 'Get a sign-in link',
} as const
export type LoginMode = keyof typeof loginTitles

/** Parses the `mode` parameter; anything unknown is `sign-in`. */
export function parseLoginMode(value: unknown): LoginMode {
  return (Object.keys(loginTitles) as LoginMode[]).find((mode) => mode === value) ?? 'sign-in'
}
