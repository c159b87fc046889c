/** The form that creates an account, and its password rules. */
import type { Page } from '@playwright/test'
import { fulfillJson, mockProvider, type PolicyAnswer } from './provider'

/** Opens the form. Returns how often the policy was requested, and how to change it. */
export async function openSignUpForm(page: Page, policy: PolicyAnswer | null) {
  let asked = 0
  let answer = policy
  await mockProvider(page, 'passwordPolicy', (route) => {
    asked += 1
    return answer ? fulfillJson(route, answer) : route.fallback()
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  return {
    asked: () => asked,
    answerNow: (now: PolicyAnswer) => {
      answer = now
    },
  }
}

export const email = (page: Page) => page.getByLabel('Email')
export const password = (page: Page) => page.getByLabel('Password')
export const submit = (page: Page) => page.getByRole('button', { name: 'Create account' })
export const rules = (page: Page) => page.locator('form').getByRole('listitem')
