import type { LoginNotice } from '@/lib/site/login-notice'

/** Why a visitor is here. On the server, as the form shows one at most. */
export const notices: Record<LoginNotice, string> = {
  expired: 'Your session has expired. Please sign in again.',
  ended:
    'You were signed out: your session was ended on another device, by a new password or by an administrator. Please sign in again.',
  disabled: 'This account has been switched off. Contact us if you think that is a mistake.',
  shared: 'Sign in to open the note, if someone shared it with you.',
  'signed-out-elsewhere': 'You signed out in another tab. Sign in to go on where you were.',
  'signed-out-everywhere': 'You are signed out everywhere.',
  deleted: 'Your account and your notes are deleted.',
  'not-sent':
    'The form was sent before the page was ready, so nothing was sent on. Please try again. Signing in needs JavaScript.',
}
