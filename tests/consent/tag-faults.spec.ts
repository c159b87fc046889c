import { consentOn, savePreferences, storedChoice } from '../support/consent-page'
import { tagScript } from '../support/gtag/visit'
import { expect, openUnanswered, test } from '../support/tagged-site'

test.use({ expectedErrors: /net::ERR_/ })

test('banner and dialog work with a blocked tag', async ({ page, visit, tagServer }) => {
  tagServer.block()
  const { accept, banner } = await openUnanswered(page)
  await accept.click()
  await expect(banner).toBeHidden()
  await savePreferences(page, { analytics: true, marketing: false })
  await page.reload()
  await expect(consentOn(page).settings).toBeEnabled()
  const { choice } = await storedChoice(page)
  expect(JSON.parse(choice ?? '')).toMatchObject({ analytics: true, marketing: false })
  await expect.poll(() => visit.requests()).toContain(tagScript)
  expect(visit.hits()).toEqual([])
})
