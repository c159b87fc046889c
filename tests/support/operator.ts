/** The public configuration that a page gets, with its operator. */
import type { Page } from '@playwright/test'
import type { Operator, PublicConfig } from '@/lib/config/config'
import { fetchFromSite } from './pages'

export const exampleOperator: Operator = {
  name: 'Example Ltd',
  address: '1 Example Street, Exampletown EX1 2AB, United Kingdom',
  governingLaw: 'England and Wales',
  contactEmail: 'hello@example.com',
  logDays: 30,
  backupDays: 1,
}

/** Changes the configuration that the page gets from now on. */
export async function changeConfig(page: Page, changes: Partial<PublicConfig>): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const { body, ...answer } = await fetchFromSite(route)
    const config = { ...JSON.parse(body.toString()), ...changes }
    await route.fulfill({ ...answer, body: JSON.stringify(config) })
  })
}
