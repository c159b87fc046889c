import type { LoginNotice } from '@/lib/site/login-notice'

/** What the form calls itself and its buttons, by mode. */
export const words = {
  'sign-in': {
    title: 'Sign in',
    submit: 'Sign in',
    busy: 'Signing in…',
    other: 'New here? Create an account',
  },
  create: {
    title: 'Create an account',
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'Already have an account? Sign in',
  },
} as const

/** Why a visitor is here. */
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
