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

/** What the form at `/login` does: its address says so. */
export type LoginMode = 'sign-in' | 'create'

/** Parses the query parameter; anything unknown signs in. */
export function parseLoginMode(value: unknown): LoginMode {
  return value === 'create' ? 'create' : 'sign-in'
}
