/** Why a visitor was sent to the sign-in form, which shows the message. */
const loginNotices = [
  'expired',
  'not-sent',
  'ended',
  'disabled',
  'signed-out-elsewhere',
  'signed-out-everywhere',
  'deleted',
  'shared',
] as const
export type LoginNotice = (typeof loginNotices)[number]

/** Parses the query parameter; null unless it's one of ours. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}

/** What the page at `/login` does, which its address says, and what it is called then. */
export const loginTitles = {
  'sign-in': 'Sign in',
  create: 'Create an account',
  reset: 'Reset your password',
  link: 'Get a sign-in link',
} as const
export type LoginMode = keyof typeof loginTitles

/** Parses the query parameter; anything unknown signs in. */
export function parseLoginMode(value: unknown): LoginMode {
  return (Object.keys(loginTitles) as LoginMode[]).find((mode) => mode === value) ?? 'sign-in'
}
