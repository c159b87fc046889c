/** An open page whose session was ended elsewhere: how soon it is covered, and what it asks for that. */
import type { Page } from '@playwright/test'
import type { Account } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { noteField, writeUnsaved } from '../support/notes-page'
import {
  advanceSeconds,
  countCalls,
  isSessionRequest,
  isTokenRequest,
  openPage,
  setVisibility,
} from '../support/open-page'
import { stopClock } from '../support/page-clock'
import { postToken, sessionCookieOf } from '../support/requests'
import { removeRoutes } from '../support/routes'
import type { Site } from '../support/site'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

test('a page asks nine times a minute at most, and is covered within ten seconds of being seen again', async ({
  page,
  site,
}) => {
  const account = await openPage(page, site)
  await writeUnsaved(page, 'half a thought')
  await stopClock(page)
  const questions = countCalls(page, (method, url) => method === 'GET' && isSessionRequest(url))
  await advanceSeconds(page, 60, moving(page))
  expect(questions()).toBeGreaterThan(6)
  expect(questions()).toBeLessThanOrEqual(9)
  const whileUsed = questions()
  await advanceSeconds(page, 60)
  expect(questions() - whileUsed, 'while nobody touches it').toBeLessThanOrEqual(5)
  await page.route(isTokenRequest, () => undefined)
  await setVisibility(page, 'hidden')
  const asked = questions()
  await endElsewhere(site, account)
  await advanceSeconds(page, 60)
  expect(questions()).toBe(asked)
  await setVisibility(page, 'visible')
  await expect.poll(questions, 'asked at once').toBe(asked + 1)
  await expectCovered(page)
})

test('a page in use is covered within ten seconds of its end elsewhere, even if the provider is silent', async ({
  page,
  site,
}) => {
  const account = await openPage(page, site)
  await writeUnsaved(page, 'half a thought')
  await stopClock(page)
  await page.route(isTokenRequest, () => undefined)
  await advanceSeconds(page, 20, moving(page))
  await endElsewhere(site, account)
  await expectCovered(page)
})

/** As somebody moves a mouse over the page. */
const moving = (page: Page) => (passed: number) => page.mouse.move(100 + (passed % 10), 100)

async function expectCovered(page: Page): Promise<void> {
  await advanceSeconds(page, 10, moving(page))
  await expect(page.getByText('We can’t verify your session')).toBeVisible()
  await expect(noteField(page)).toBeHidden()
  // The provider answers: then it is known that the session is over.
  await removeRoutes(page, 'ignoreErrors')
}

/** The same person at another browser ends all sessions but that one. */
async function endElsewhere(site: Site, { idToken }: Account): Promise<void> {
  const { value } = sessionCookieOf(await postToken(site, idToken))
  const headers = { cookie: `__session=${value}` }
  const answer = await fetch(`${site.url}/api/sessions?which=others`, { method: 'DELETE', headers })
  expect(answer.status).toBe(204)
}
