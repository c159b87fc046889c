/** Faults of the identity provider, and a step of a page that meets each of them. */
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import {
  describeIdentityError,
  type IdentityErrorCode,
  identityFailure,
  type NextStep,
  nextStepLabels,
} from '@/lib/identity/error-words'
import { mockProvider, type ProviderCall, refuse } from './provider'

/** `code` is the SDK's. */
export type Fault = {
  what: string
  code: IdentityErrorCode
  answer: (route: Route) => Promise<void> | void
}

/** An error response of the provider. */
export const refused = (message: string, code: IdentityErrorCode): Fault => ({
  what: message,
  code,
  answer: (route) => refuse(route, message),
})

/** A step by one call: where its message appears, and what must stay after each fault. */
export type FaultyStep = {
  call: ProviderCall
  faults: readonly Fault[]
  start?: () => Promise<void>
  button: Locator
  messages: Locator
  expectKept: () => Promise<void>
  /** The next steps the page offers besides contact; null if it only has the message. */
  nextSteps?: readonly NextStep[] | null
}

/** Checks that each fault shows its message, that the button works again, and that nothing is lost. */
export async function expectEachFault(page: Page, step: FaultyStep): Promise<void> {
  let now: Fault | null = null
  const stop = await mockProvider(page, step.call, (route) => now?.answer(route))
  await step.start?.()
  await test.step('no answer in 30 s', async () => {
    await page.clock.install()
    const held: Route[] = []
    now = { what: 'silence', code: 'network-request-failed', answer: (route) => void held.push(route) }
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes(step.call),
    )
    await step.button.click()
    await asked
    await page.clock.fastForward(31_000)
    await expectWords(step, 'network-request-failed')
    // They must not reach the provider later.
    for (const route of held) await route.abort()
  })
  for (const fault of step.faults) {
    await test.step(fault.what, async () => {
      now = fault
      await step.button.click()
      await expectWords(step, fault.code)
    })
  }
  await stop()
}

/** Checks that the message has the link or button of its next step, if the page offers that step. */
async function expectNextStep(
  message: Locator,
  code: IdentityErrorCode,
  offered: readonly NextStep[],
): Promise<void> {
  const { next } = identityFailure(code)
  const label = next === 'contact' || offered.includes(next) ? nextStepLabels[next] : null
  if (label === null) return
  await expect(message.getByRole('link').or(message.getByRole('button'))).toHaveText([label])
}

async function expectWords(step: FaultyStep, code: IdentityErrorCode): Promise<void> {
  const { messages, button, expectKept, nextSteps = [] } = step
  const message = messages.filter({ hasText: describeIdentityError({ code }) })
  await expect(message).toBeVisible()
  if (nextSteps) await expectNextStep(message, code, nextSteps)
  await expect(button).toBeEnabled()
  await expectKept()
}
