import type { State } from '../support/tagged-site'

const names: Record<string, string> = { granted: 'consent_granted', view: 'page_view' }

/** The hits of a page in this state, from words like `/terms: custom true false, granted, view`. */
export function expectedHits(state: State, ...pages: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const [path = '', events = ''] = page.split(': ')
    return events.split(', ').map((event) => {
      const [type, analytics, marketing] = event.split(' ')
      const own = analytics ? ` analytics_consent=${analytics} marketing_consent=${marketing}` : ''
      return `${names[event] ?? `cookie_consent consent_type=${type}${own}`}: ${state}, on ${path}`
    })
  })
}
