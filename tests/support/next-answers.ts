import type { Page, Route } from '@playwright/test'

type Answer = (route: Route) => Promise<void> | void

/**
 * Returns the way to say how the next requests to `url` are answered, one by each; the site answers all others.
 * Playwright's own `times` takes the route away: what the page asks for as its last one goes gets no answer from Chromium
 * (microsoft/playwright#41802).
 */
export async function planAnswers(page: Page, url: string): Promise<(...next: Answer[]) => void> {
  const planned: Answer[] = []
  await page.route(url, (route) => {
    const answer = planned.shift()
    return answer ? answer(route) : route.fallback()
  })
  return (...next) => void planned.push(...next)
}

/** As when the network is away. */
export const lost: Answer = (route) => route.abort()
