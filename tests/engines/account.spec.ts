import { createAccount } from '../support/accounts'
import { newCredentials } from '../support/fixtures'
import { test } from './fixtures'
import { the } from './locate'
import { click, fill, isAt, see, signIn } from './steps'

test('a wrong password is refused; a new account leads to where its visitor wanted to go', async ({
  tab,
  site,
}) => {
  const known = await createAccount(site)
  await tab.open(`${site.url}/app/account`)
  await isAt(tab, '/login?next=%2Fapp%2Faccount')
  await signIn(tab, { ...known, password: 'not the one' })
  await see(tab, 'Wrong email or password.')
  const { email, password } = newCredentials()
  await click(tab, the('link', 'New here? Create an account'))
  await fill(tab, 'Email', email)
  await fill(tab, 'Password', password)
  await click(tab, the('button', 'Create account'))
  await isAt(tab, '/app/account')
  await see(tab, email)

  await test.step('they give their name', async () => {
    await click(tab, the('button', 'Add name'))
    await fill(tab, 'Name', 'Zoë')
    await click(tab, the('button', 'Save name'))
    await see(tab, 'Name saved.')
  })
})
