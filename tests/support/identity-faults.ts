/** Faults of the identity provider in its own words, and a step of a page that meets one after the other. */
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error'
import {
  describeNextStep,
  type IdentityErrorCode,
  identityFailure,
  type NextStep,
} from '@/lib/identity/error-words'
import { mockProvider, type ProviderCall, refuse } from './provider'

/** The SDK's code for it; `name` is what the log has, where that is not the code. */
export type Fault = {
  what: string
  code: IdentityErrorCode
  name?: string
  answer: (route: Route) => Promise<void> | void
}

/** An error as the provider words it. */
export const refused = (message: string, code: IdentityErrorCode): Fault => ({
  what: message,
  code,
  answer: (route) => refuse(route, message),
})

/** What may happen to any call; what the SDK makes of its other words is in `identity/provider-answers`. */
export const commonFaults: readonly Fault[] = [
  { what: 'no network', code: 'network-request-failed', answer: (route) => route.abort() },
  { what: '500', code: 'internal-error', answer: (route) => refuse(route, 'INTERNAL_ERROR', 500) },
  {
    what: '503',
    code: 'the-service-is-currently-unavailable.',
    answer: (route) => refuse(route, 'The service is currently unavailable.', 503),
  },
  refused('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled', 'too-many-requests'),
]

/** What a page does by one call: where its words are said, and what must still be there after each fault. */
export type FaultyStep = {
  call: ProviderCall
  faults: readonly Fault[]
  start?: () => Promise<void>
  button: Locator
  messages: Locator
  expectKept: () => Promise<void>
  /** The ways on that the page has beside that to the contact page; null where it gives words alone. */
  nextSteps?: readonly NextStep[] | null
}

/** Each fault has the words of the catalogue, the button can be pressed again, and nothing is lost. */
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
    // It must not reach the provider in the end.
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

/** Where the way on leads off the form, and the page has it, it is there beside the words. */
export async function expectNextStep(
  message: Locator,
  code: IdentityErrorCode,
  ways: readonly NextStep[],
): Promise<void> {
  const { next } = identityFailure(code)
  const label = next === 'contact' || ways.includes(next) ? describeNextStep(next) : null
  if (label === null) return
  await expect(message.getByRole('link').or(message.getByRole('button'))).toHaveText([label])
}

async function expectWords(step: FaultyStep, code: IdentityErrorCode): Promise<void> {
  const { messages, button, expectKept: kept, nextSteps: ways = [] } = step
  const message = messages.filter({ hasText: describeIdentityError({ code }) })
  await expect(message).toBeVisible()
  if (ways) await expectNextStep(message, code, ways)
  await expect(button).toBeEnabled()
  await kept()
}
