/** Why a visitor was sent to the sign-in form, which shows the message. */
const loginNotices = [
  'expired',
  'not-sent',
  'ended',
  'disabled',
  'signed-out-elsewhere',
  'deleted',
  'shared',
] as const
export type LoginNotice = (typeof loginNotices)[number]

/** Parses the query parameter; null unless it's one of ours. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}
