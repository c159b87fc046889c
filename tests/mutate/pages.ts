/** Broken rules of pages and of what runs in browsers, by file. */
import type { Table } from './mutation'

export const pages: Table = {
  'app/api/account/address/route.ts': [
    [
      '7.5.1, 7.5.3',
      "if (!isRecentSignIn(session.authenticatedAt)) return refusal(403, 'recent-sign-in-needed')\n",
      '',
      'account/endpoint',
    ],
  ],
  'app/api/notes/[id]/route.ts': [
    [
      ['S3–S4', 'S101'],
      'saveNote(session, { id, base, ...written }',
      'saveNote(session, { id, base: null, ...written }',
      'notes/endpoint',
    ],
  ],
  'app/debug-config/page.tsx': [
    ['8.4.2', 'reportSettings(siteConfig().public)', 'reportSettings(siteConfig())'],
    ['S14', 'reportSettings(siteConfig().public).map', 'reportSettings(siteConfig().public).slice(1).map'],
  ],
  'app/layout.tsx': [
    [['S5', 'S47'], '        <Consent />\n', '', 'layout/banners', 'consent/appearance'],
    ['S6', 'preload: true', 'preload: false'],
  ],
  'components/errors/not-found-message.tsx': [
    [
      ['S20', 'S23', 'S102'],
      "{isHydrated ? 'Page not found: ' : 'Page Not Found'}",
      'Nothing Here',
      'guard/guard',
      'layout/public-pages',
    ],
  ],
  'components/consent/view.tsx': [
    ['S27–S28', 'improve your experience and analyze traffic.', 'improve your experience.', 'consent/banner'],
  ],
  'components/email-link/email-link.tsx': [
    [
      '14.2.1',
      "history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))",
      "history.replaceState({ mailLink: link }, '')",
    ],
  ],
  'components/errors/failure.tsx': [
    [
      ['S19', 'S22', 'S24', 'S106'],
      '({ ServerError }) => setView(() => ServerError)',
      '() => setView(() => MinimalFailure)',
      'errors/places',
      'consent/global-error',
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
  'components/notes/note.tsx': [
    ['S64', 'describeNoteProblem(status.problem)', 'status.status', 'notes/editor'],
  ],
  'components/sign-in/linking.tsx': [['6.8.1', '    setPendingLink(null)\n', '', 'sign-in/account-exists']],
  'components/ui/site-link.tsx': [
    ['S63', 'isBuildStale() || isForNewTab', 'isForNewTab', 'builds/new-build'],
    ['S153', ' onPointerEnter={prepare}', ''],
  ],
  'lib/browser/account/sessions.ts': [
    [
      '7.4.3',
      'const haveOthersEnded = await signOutElsewhere(config)\n',
      'const haveOthersEnded = session !== null\n',
      'account/password',
    ],
  ],
  'lib/browser/builds/poll.ts': [['S80', 'pollMs = 60 * 60_000', 'pollMs = 600 * 60_000']],
  'lib/browser/builds/watch.ts': [['S151', 'pollAfterMs = 1_000', 'pollAfterMs = 100']],
  'lib/browser/consent/analytics.ts': [
    ['14.2.3', "const pattern = pageAt(path)?.pattern ?? '/404'", 'const pattern = path'],
    [
      ['S97–S98', 'S99', 'S100'],
      "window.gtag?.('event', name, parameters)",
      "window.gtag?.('event', 'other', parameters)",
      'consent/hits',
    ],
  ],
  'lib/browser/consent/choice.ts': [
    [
      ['S29–S33', 'S48'],
      '  saveConsent({ ...choice, type, gpc: isGpcOn(), at: new Date() })\n',
      '',
      'consent/dialog',
    ],
  ],
  'lib/browser/email-link/links.ts': [
    ['6.4.3', 'outcome.value.mode === mode', 'outcome.value !== undefined'],
    ['6.3.8', "code === 'user-not-found' || code === 'user-disabled'", "code === 'user-disabled'"],
  ],
  'lib/browser/errors/chunk-reload.ts': [
    ['S152', 'if (stored?.path === path && ', 'if (stored?.path === null && '],
    ['S105', '  location.reload()\n', '', 'errors/chunk-failure'],
  ],
  'lib/browser/http/navigation.ts': [
    ['S62', '  clearTimeout(timer)\n  slow.set(false)', '  clearTimeout(timer)'],
  ],
  'lib/browser/identity/error-message.ts': [
    [
      'S71',
      "code === 'password-does-not-meet-requirements' || code === 'password-outdated'",
      "code === 'password-outdated'",
    ],
  ],
  'lib/browser/identity/fault.ts': [
    [['S91', 'S142'], "code: 'sdk-fault'", "code: 'other-fault'"],
    ['S60', "['user-disabled', 'user-token-expired']", "['user-disabled']"],
  ],
  'lib/browser/identity/firebase.ts': [
    ['S54', 'await auth.authStateReady()\n      if (!auth.currentUser)', 'if (!auth.currentUser)'],
    ['S55', 'isStart || isRevocation(last) ? last : null', 'isRevocation(last) ? last : null'],
    [
      'S83',
      'withSecondFactor(auth, signInWithEmailAndPassword(auth, email, password))',
      'withSecondFactor(auth, createUserWithEmailAndPassword(auth, email, password))',
    ],
    [
      'S84',
      'outcomeOf(createUserWithEmailAndPassword(auth, email, password)',
      'outcomeOf(signInWithEmailAndPassword(auth, email, password)',
    ],
    ['S86', 'signInWithEmailLink(auth, email, link)', 'signInWithEmailLink(auth, link, link)'],
    [
      'S88',
      'tokenOf(auth.currentUser, { isForced: true })',
      'tokenOf(auth.currentUser, { isForced: false })',
    ],
    [['S58–S59', 'S148–S149'], '  startTokenRefresh(app)\n', '', 'session/open-page-time'],
  ],
  'lib/browser/identity/firebase/account.ts': [
    ['S74', 'if (user.uid === providerUserId) return', 'if (user.uid) return'],
    ['S85', 'sendEmailVerification(user, { url })', 'sendEmailVerification(user)'],
    ['S122', 'stored?.uid === providerUserId', 'stored?.uid === email'],
  ],
  'lib/browser/identity/firebase/enrollment.ts': [
    ['6.5.6', 'await multiFactor(user).unenroll(factorId)', 'await user.reload()'],
    ['6.6.1', '(code) => phoneAssertion(verification, code)', "() => phoneAssertion(verification, '000000')"],
  ],
  'lib/browser/identity/firebase/outcome.ts': [
    [
      'S87',
      '!isSame(pending.email, user.email)',
      'isSame(pending.email, user.email)',
      'sign-in/account-exists',
    ],
  ],
  'lib/browser/identity/firebase/providers.ts': [
    ['S158', 'maxLoadMs = 30_000', 'maxLoadMs = 20_000', 'sign-in/popup-table'],
  ],
  'lib/browser/identity/firebase/second-factor.ts': [
    ['6.6.2', 'void sent.set(id, verificationId)', 'void (sent.has(id) || sent.set(id, verificationId))'],
  ],
  'lib/browser/identity/password-policy.ts': [
    [
      ['6.2.1', 'S65', 'S89'],
      'if (config.emulatorUrl) return',
      'if (config.emulatorUrl !== undefined) return',
    ],
  ],
  'lib/browser/notes/drafts.ts': [
    [
      '14.3.3',
      'tryStorage(({ session }) => {\n    session.setItem(personal.drafts',
      'tryStorage(({ local }) => {\n    local.setItem(personal.drafts',
    ],
  ],
  'lib/browser/session/ending.ts': [
    [
      'S53',
      "fetch(url, { method: 'DELETE', signal })",
      "fetch(url, { method: 'GET', signal })",
      'sign-in/sign-in',
    ],
  ],
  'lib/browser/session/provider-sign-in.ts': [
    [['S118', 'S131'], 'signInWith(config, byPopup, { limitMs: null })', 'signInWith(config, byPopup)'],
  ],
  'lib/browser/session/renewal.ts': [
    ['renewals', 'firstPauseMs = 30_000', 'firstPauseMs = 5_000'],
    ['S13', 'return pathAfterSignIn(renewal, next)', 'return next'],
    [
      'S17',
      "if (renewal.status === 'unknown') return null",
      "if (renewal.status === 'unknown') return routes.loginThen(next, 'expired')",
    ],
  ],
  'lib/browser/session/sign-in.ts': [
    ['S61', 'settings.maxAgeSeconds * 1000', 'Number.POSITIVE_INFINITY'],
    ['S96', "{ ...init, method: 'POST', signal }", "{ ...init, method: 'PUT', signal }"],
    [
      ['S1', 'S52'],
      '(client) => client.signIn(credentials)',
      '(client) => client.createAccount(credentials)',
      'sign-in/sign-in',
    ],
  ],
  'lib/browser/site-data.ts': [['14.3.1', '      local.removeItem(key)\n', '']],
}
