import { createAccount } from '../support/accounts'
import { expect, test } from './fixtures'
import { the } from './locate'
import { click, enter, fill, hasFocus, isAt, see, seeNot, signIn } from './steps'

test('a note is written, kept, shared with somebody, and its link is ended', async ({
  tab,
  anotherTab,
  site,
}) => {
  await enter(tab, site, await createAccount(site))

  await test.step('what is typed is saved, and is there after a reload', async () => {
    await click(tab, the('link', 'New note'))
    await hasFocus(tab, 'Note')
    await tab.type('Meet **at nine** with Zoë')
    for (const words of ['- bread', 'rye']) {
      await tab.press('Enter')
      await tab.type(words)
    }
    await tab.press('Tab')
    const lines = () => tab.run(() => document.querySelector('textarea')?.value.split('\n').slice(1))
    expect(await lines(), 'Enter starts an item, and Tab indents it').toEqual(['- bread', '  - rye'])
    await tab.run(() => document.execCommand('undo'))
    expect(await lines(), 'one undo takes the Tab back').toEqual(['- bread', '- rye'])
    await fill(tab, 'Title', 'Plan')
    await see(tab, 'Saved just now')
    await tab.press('Escape')
    await hasFocus(tab, 'Edit')
    await tab.reload()
    await see(tab, 'Meet at nine with Zoë')
  })

  await click(tab, the('button', 'Share'))
  await click(tab, the('button', 'Create link'))
  await see(tab, 'Stop sharing')
  const link = String(
    await tab.run(
      () => [...document.querySelectorAll('input')].find(({ value }) => value.includes('/share/'))?.value,
    ),
  )
  const reader = await anotherTab()

  await test.step('somebody else signs in on the way to it, and reads it', async () => {
    await reader.open(link)
    await see(reader, 'Someone shared a note with you')
    await signIn(reader, await createAccount(site))
    await isAt(reader, new URL(link).pathname)
    await see(reader, 'Meet at nine with Zoë')
  })

  await test.step('once its writer ends the link, it leads nowhere', async () => {
    await click(tab, the('button', 'Stop sharing'))
    await see(tab, 'Sharing stopped.')
    await hasFocus(tab, 'Create link')
    await reader.reload()
    await see(reader, 'This link doesn’t work')
    await seeNot(reader, 'Meet at nine')
  })

  await test.step('offline a link says so instead of leaving', async () => {
    await tab.run(() => void Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
    await click(tab, the('link', 'New note'))
    await see(tab, 'You’re offline.')
    await tab.run(() => void Reflect.deleteProperty(navigator, 'onLine'))
  })

  await test.step('a deleted note comes back, and the focus is always on what helps', async () => {
    await click(tab, the('button', 'More'))
    await click(tab, the('button', 'Delete'))
    await hasFocus(tab, 'Undo')
    await tab.press('Enter')
    await hasFocus(tab, 'Note restored.')
  })
  expect(await reader.cookie('__session'), 'still signed in').not.toBeNull()
})
