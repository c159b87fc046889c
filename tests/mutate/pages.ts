/** Broken rules of pages and of what runs in browsers, by file. */
import type { Table } from './mutation'

export const pages: Table = {
  'app/debug-config/page.tsx': [
    ['8.4.2', 'reportSettings(siteConfig().public)', 'reportSettings(siteConfig())'],
  ],
  'components/email-link/email-link.tsx': [
    [
      '14.2.1',
      "history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))",
      "history.replaceState({ mailLink: link }, '')",
    ],
  ],
  'components/identity/password-field.tsx': [
    ['6.2.6', 'setShown] = useState(false)', 'setShown] = useState(true)'],
    [
      '6.2.7',
      "autoComplete={isNew ? 'new-password' : 'current-password'}",
      'autoComplete="off"',
      'identity/tree',
    ],
  ],
  'components/sign-in/linking.tsx': [['6.8.1', '    setPendingLink(null)\n', '', 'sign-in/account-exists']],
  'lib/browser/account/sessions.ts': [
    [
      '7.4.3',
      'const haveOthersEnded = await signOutElsewhere(config)\n',
      'const haveOthersEnded = session !== null\n',
      'account/password',
    ],
  ],
  'lib/browser/consent/analytics.ts': [
    ['14.2.3', "const pattern = pageAt(path)?.pattern ?? '/404'", 'const pattern = path'],
  ],
  'lib/browser/email-link/links.ts': [
    ['6.4.3', 'outcome.value.mode === mode', 'outcome.value !== undefined'],
    ['6.3.8', "code === 'user-not-found' || code === 'user-disabled'", "code === 'user-disabled'"],
  ],
  'lib/browser/identity/firebase/enrollment.ts': [
    ['6.5.6', 'await multiFactor(user).unenroll(factorId)', 'await user.reload()'],
    ['6.6.1', '(code) => phoneAssertion(verification, code)', "() => phoneAssertion(verification, '000000')"],
  ],
  'lib/browser/identity/firebase/second-factor.ts': [
    ['6.6.2', 'void sent.set(id, verificationId)', 'void (sent.has(id) || sent.set(id, verificationId))'],
  ],
  'lib/browser/identity/password-policy.ts': [
    ['6.2.1', 'if (config.emulatorUrl) return', 'if (config.emulatorUrl !== undefined) return'],
  ],
  'lib/browser/notes/drafts.ts': [
    [
      '14.3.3',
      'tryStorage(({ session }) => {\n    session.setItem(personal.drafts',
      'tryStorage(({ local }) => {\n    local.setItem(personal.drafts',
    ],
  ],
  'lib/browser/session/renewal.ts': [['renewals', 'firstPauseMs = 30_000', 'firstPauseMs = 5_000']],
  'lib/browser/site-data.ts': [['14.3.1', '      local.removeItem(key)\n', '']],
}
