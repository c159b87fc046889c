/** Second factors at the emulator, which only has phones. */
import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Account, changeAccount, readMessages } from './accounts'
import type { Site } from './site'

const ofThisWorker = randomInt(200_000, 1_000_000)
let phones = 0

/** An unused number. */
export function newPhone(): string {
  phones += 1
  return `+1${ofThisWorker}${String(phones).padStart(4, '0')}`
}

/** Adds these phones to the account; the emulator needs a verified address for that. */
export function enrollPhones(site: Site, { userId }: Account, numbers: readonly string[]): Promise<void> {
  const enrollments = numbers.map((phoneInfo, index) => ({
    mfaEnrollmentId: `phone-${index}`,
    phoneInfo,
    displayName: `Phone ${index + 1}`,
  }))
  return changeAccount(site, userId, { emailVerified: true, mfa: { enrollments } })
}

/** The codes sent to a phone so far. */
export async function sentCodes(site: Site, phone: string): Promise<string[]> {
  const sent: { phoneNumber: string; code: string }[] = await readMessages(site, 'verificationCodes')
  return sent.filter(({ phoneNumber }) => phoneNumber === phone).map(({ code }) => code)
}

/**
 * Skips the delay of the SDK's mock captcha on later pages: with the emulator it takes half a second (`_SOLVE_TIME_MS`).
 */
export async function skipCaptchaDelay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const hurry = (ms?: number) => (ms === 500 ? 0 : ms)
    Object.assign(window, {
      setTimeout: (work: TimerHandler, ms?: number) => setTimeout(work, hurry(ms)),
    })
  })
}

/** A different code. */
export const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000')

/** The prompt for a second factor, on a page or in a dialog. */
export function promptOn(page: Page) {
  let entered = ''
  return {
    title: page.getByRole('heading', { name: 'Two-step verification' }),
    dialog: page.getByRole('dialog', { name: 'Two-step verification' }),
    code: page.getByLabel('6-digit code'),
    confirm: page.getByRole('button', { name: 'Confirm' }),
    back: page.getByRole('button', { name: 'Back', exact: true }),
    resend: page.getByRole('button', { name: 'Send a new code' }),
    /** Waits until the phone has `count` unused codes, the last of them new, and enters that one. */
    async answer(site: Site, phone: string, { count = 1 } = {}): Promise<void> {
      let codes: string[] = []
      await expect(async () => {
        codes = await sentCodes(site, phone)
        expect(codes.length).toBe(count)
        expect(codes.at(-1)).not.toBe(entered)
      }).toPass()
      await expect(
        page.getByText(`We’ve sent a code to the number ending in ${phone.slice(-4)}.`),
      ).toBeVisible()
      entered = codes.at(-1) ?? ''
      // Its sixth digit submits it.
      await this.code.fill(entered)
    },
  }
}
