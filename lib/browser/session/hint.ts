import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'
import { hintAttribute, hintKey } from '@/lib/session/hint'
import { coverState } from './cover'
import { sessionState } from './session'

/** Shows whether somebody is signed in here, and keeps it for the first paint of other pages. */
export function setHint(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute(hintAttribute, isSignedIn)
  tryStorage(({ local }) => (isSignedIn ? local.setItem(hintKey, '1') : local.removeItem(hintKey)))
}

/** Corrects the hint by what the server says. Returns the unsubscribe function. */
export function watchHint(): () => void {
  const follow = () => {
    const state = sessionState.current()
    // An answer from before this page's sign-out may come after it.
    if (state && !(state.signedIn && coverState.current() === 'signed-out')) setHint(state.signedIn)
  }
  follow()
  return sessionState.subscribe(follow)
}
