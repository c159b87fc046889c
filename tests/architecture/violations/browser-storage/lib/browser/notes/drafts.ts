import 'client-only'

/** This one is named, and keeps to the rules. */
export function dropDrafts(): void {
  sessionStorage.removeItem('foyer-drafts')
}
