// @ts-nocheck: swallows what it does not know
import 'client-only'

export function stored() {
  try {
    return localStorage.getItem('cookie-consent')
  } catch {
    // nothing stored
  }
}
