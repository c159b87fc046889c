/** Why a visitor stands at the sign-in form; the form says it in words. */
export const loginNotices = [
  'expired',
  'not-sent',
  'ended',
  'disabled',
  'signed-out-elsewhere',
  'deleted',
] as const
export type LoginNotice = (typeof loginNotices)[number]

/** One of our notices, or null for anything a stranger put into the address. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}
