import type { Page } from '@playwright/test'

/** Collects CSP violations of all pages, and permissions policies that the browser doesn't understand. */
export async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) violations.push(message.text())
  })
  await page.exposeFunction('reportViolation', (words: string) => violations.push(words))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      // @ts-expect-error: Playwright has put this function there
      window.reportViolation(`${effectiveDirective} ${blockedURI}`),
    )
  })
  return violations
}
