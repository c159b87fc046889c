import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'
import { hintAttribute, hintKey } from '@/lib/session/hint'
import { covers } from './cover'
import { sessionState } from './session'

/** Shows whether somebody is signed in here, and keeps it for the first paint of other pages. */
export function hintSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute(hintAttribute, isSignedIn)
  tryStorage(({ local }) => (isSignedIn ? local.setItem(hintKey, '1') : local.removeItem(hintKey)))
}

/** Corrects the hint by what the server says. Returns the unsubscribe function. */
export function watchHint(): () => void {
  const follow = () => {
    const state = sessionState.current()
    // An answer from before this page's sign-out may come after it.
    if (state && !(state.signedIn && covers.current() === 'signed-out')) hintSession(state.signedIn)
  }
  follow()
  return sessionState.subscribe(follow)
}
