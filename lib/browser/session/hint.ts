import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'
import { hintAttribute, hintKey } from '@/lib/session/hint'
import { coverState } from './cover'
import { sessionState } from './session'

/** Applies the hint to this page and stores it for the first paint of others. */
export function setHint(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute(hintAttribute, isSignedIn)
  tryStorage(({ local }) => (isSignedIn ? local.setItem(hintKey, '1') : local.removeItem(hintKey)))
}

/** Updates the hint from the server's responses. Returns the unsubscribe function. */
export function watchHint(): () => void {
  const follow = () => {
    const state = sessionState.current()
    // A response from before this page's sign-out may arrive after it.
    if (state && !(state.signedIn && coverState.current() === 'signed-out')) setHint(state.signedIn)
  }
  follow()
  return sessionState.subscribe(follow)
}
