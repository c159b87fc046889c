import type { LoginNotice } from '@/lib/site/login-notice'

/** Why a visitor is here. On the server, as the form shows one at most. */
export const notices: Record<LoginNotice, string> = {
  expired: 'Your session has expired. Please sign in again.',
  ended:
    'You were signed out from another device, after a password change, or by an administrator. Sign in to continue.',
  disabled: 'This account has been disabled. Contact us if you think this is a mistake.',
  shared: 'Sign in to open a note that was shared with you.',
  'signed-out-elsewhere': 'You signed out in another tab. Sign in to pick up where you left off.',
  'signed-out-everywhere': 'You’re signed out everywhere.',
  deleted: 'Your account and notes have been deleted.',
  'not-sent': 'The page was still loading, so nothing was sent. Please try again. Sign-in needs JavaScript.',
}

/** Those who asked for it are told that it is done. */
export const doneNotices: ReadonlySet<LoginNotice> = new Set(['signed-out-everywhere', 'deleted'])
