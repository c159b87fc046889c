// @ts-nocheck: swallows what it does not know
import 'client-only'

export function stored() {
  try {
    return JSON.parse(stored)
  } catch {
    // nothing stored
  }
}
