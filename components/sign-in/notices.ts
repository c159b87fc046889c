import type { DoorwayState } from '@/components/ui/doorway'
import type { LoginNotice } from '@/lib/site/login-notice'
import type { Notice } from './form'

/** Why a visitor is here. Only on the server, as the form shows one at most. */
const notices: Record<LoginNotice, string> = {
  expired: 'You’ve been signed out. Sign in to continue.',
  ended: 'You were signed out elsewhere, or your password changed. Sign in to continue.',
  unbound: 'We couldn’t confirm that this is the device you signed in on. Sign in to continue.',
  disabled: 'This account has been disabled. Contact us if you think this is a mistake.',
  shared: 'Sign in or create an account to read it. It’s free.',
  'signed-out-elsewhere': 'You signed out in another tab. Sign in to pick up where you left off.',
  'signed-out-everywhere': 'You’re signed out everywhere.',
  deleted: 'Your account has been deleted, with everything you kept here.',
  'not-sent': 'The page was still loading, so nothing was sent. Please try again. Sign-in needs JavaScript.',
}

/** Notices that confirm what the visitor asked for. */
const doneNotices: ReadonlySet<LoginNotice> = new Set(['signed-out-everywhere', 'deleted'])

/** The notice as the form shows it. `shared`: what a link that led here shares. */
export function describeNotice(name: LoginNotice, shared?: string): Notice {
  const title = name === 'shared' ? sharedTitle(shared) : undefined
  return { name, title, words: notices[name], isDone: doneNotices.has(name) }
}

/** The page's title for visitors with a link that somebody shared. */
export function sharedTitle(what = 'something'): string {
  return `Someone shared ${what} with you`
}

/** Notices for visitors who have just been signed out. */
const signedOutNotices: ReadonlySet<LoginNotice> = new Set([
  'expired',
  'ended',
  'unbound',
  'disabled',
  'signed-out-elsewhere',
  'signed-out-everywhere',
  'deleted',
])

/** The state of the picture beside the form. */
export function doorwayState(notice: LoginNotice | null): DoorwayState {
  if (notice === 'shared') return 'ajar'
  return notice && signedOutNotices.has(notice) ? 'off' : 'lit'
}
