/** Broken rules of the server, and of what runs anywhere, by file. */
import type { Table } from './mutation'

export const rules: Table = {
  'lib/account.ts': [
    ['S40', 'const name = input.trim()', 'const name = input'],
    ['S75', 'name.length > maxNameLength', 'false'],
    [['8.1.2', 'S21'], 'maxNameLength = 200', 'maxNameLength = 300', 'account/profile-form'],
  ],
  'lib/builds/route-rules.ts': [['S104', '!guards.includes(guard)', 'false']],
  'lib/config/config.ts': [
    ['S41', 'identity: settings,', 'identity: null,'],
    ['S42–S43', '!isLoopback(new URL(url).hostname)', 'false'],
    ['S44', 'analytics: tagFrom(values)', 'analytics: null'],
    ['S45', "defaulted('300', wholeNumber)", "defaulted('600', wholeNumber)"],
    ['S72', "apiKey.includes(':')", 'false'],
    ['S146', 'maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE', 'maxAgeSeconds: 600'],
    ['S107', "typeof apiKey !== 'string' || apiKey === ''", 'false'],
    ['S117', '!settings.authDomain && chosenProviders.length > 0', 'false'],
    ['S128–S130', "!identity?.projectId.startsWith('demo-')", 'false'],
    ['S109–S110', "typeof projectId !== 'string' || projectId === ''", "projectId === ''"],
  ],
  'lib/config/settings.ts': [['S73', '/^https?:\\/\\//', '/^\\w+:\\/\\//']],
  'lib/consent/boot.ts': [
    ['S50', "send('default',{},{wait_for_update:500});", ''],
    ['S144', 'wait_for_update:500', 'wait_for_update:5000'],
  ],
  'lib/consent/keys.ts': [[['S26', 'S143'], 'bannerDelayMs = 1000', 'bannerDelayMs = 2000']],
  'lib/consent/record.ts': [
    ['S35–S39', 'time: at.toISOString()', 'time: String(at)'],
    ['S49', 'ageMs >= 0 && ', ''],
    ['S51', "? 'granted' : 'denied'", "? 'granted' : 'granted'"],
  ],
  'lib/email-link.ts': [
    [
      '6.4.1',
      "identityFailure(code).next === 'request-new-link'",
      "identityFailure(code).next === 'sign-in'",
    ],
  ],
  'lib/errors/bots.ts': [['S25', ' || monitors.test(agent)', '']],
  'lib/errors/errors.ts': [
    ['14.2.6', "scrub(fieldOf(thrown, 'message'), maxMessageLength)", "fieldOf(thrown, 'message')"],
    ['16.2.5', "scrub(fieldOf(thrown, 'stack'), maxStackLength)", "fieldOf(thrown, 'stack')"],
  ],
  'lib/http/origin.ts': [['3.5.1', 'return origin !== null && origin !== own', 'return false']],
  'lib/http/page-policy.ts': [['S124', 'return recaptcha ||', 'return']],
  'lib/http/security-headers.ts': [
    ['3.4.3, 3.4.6, 3.4.8', "'frame-ancestors': [\"'none'\"]", "'frame-ancestors': [\"'self'\"]"],
    ['3.4.1', 'max-age=63072000', 'max-age=0'],
    [['14.2.2, 14.2.5', '14.3.2'], "'private, no-store'", "'public, no-cache'", 'http/headers'],
  ],
  'lib/http/standalone.ts': [['S34', ', isEmulated })', ', isEmulated: false })']],
  'lib/identity/error-words.ts': [
    ['S132–S136', "'Wrong email or password.'", "'Wrong password.'"],
    ['S108', 'Something went wrong on our side.', 'Something broke.'],
    ['S112–S115', 'Your browser blocked the sign-in window.', 'Your browser did something.'],
    ['S116', "'unauthorized-domain': '", "'other-domain': '"],
    [
      'S119–S120',
      "token-expired invalid-user-token user-signed-out null-user no-user':",
      "token-expired user-signed-out null-user no-user':",
    ],
    ['S121', "'user-mismatch': '", "'user-mismatched': '"],
    ['S125–S126', "'unsupported-password-policy-schema-version': '", "'other-schema-version': '"],
    ['S127', 'This sign-in was blocked.', 'This sign-in was stopped.'],
    ['S137', "'requires-recent-login ", "'"],
    ['S138', "'user-token-expired ", "'"],
    ['S139–S140', "'request-new-link': 'expired-action-code", "'request-new-link': '"],
    ['S141', "'admin-restricted-operation': '", "'other-operation': '"],
    ['6.6.3', "'too-many-requests': '", "'other-too-many-requests': '"],
    ['S123', "'multi-factor-auth-required': '", "'other-multi-factor': '"],
  ],
  'lib/identity/fallback-words.ts': [
    ['S111', 'We couldn’t reach the sign-in service.', 'We couldn’t reach anything.'],
  ],
  'lib/identity/password-policy.ts': [
    ['6.2.5', '  needsNumber: false,\n', '  needsNumber: true,\n'],
    ['6.2.9', '  maximumLength: null,\n', '  maximumLength: 32,\n'],
    ['S66–S68', 'password.length <= maximumLength', 'true'],
    ['S145', '  minimumLength: 6,\n', '  minimumLength: 5,\n'],
    ['S69', "rest.enforcementState === 'ENFORCE'", 'true'],
    ['S70', 'schemaVersion !== 1', 'schemaVersion === undefined'],
  ],
  'lib/log/error-line.ts': [['16.2.4', "typeof field === 'string'", 'field !== undefined']],
  'lib/log/events.ts': [['16.1.1', "  'account.secured':", "  'account.unlisted':"]],
  'lib/log/record.ts': [
    ['16.4.1', '[\\p{Cc}\\p{Cf}', '[\\p{Cc}'],
    [['16.2.1', '16.2.2'], 'new Date().toISOString()', 'new Date().toISOString().slice(0, 10)'],
  ],
  'lib/log/scrub.ts': [["a browser's report of an error", '/eyJ[\\w-]{5,}', '/eyX']],
  'lib/notes/fold.ts': [['searches of a signed-in person', '2 * text.length + slack', 'Infinity']],
  'lib/notes/limits.ts': [
    ['writes of a signed-in person', 'byteLength(text) > maxTextBytes', 'text.length > maxTextBytes'],
    ['S46', 'maxTitleLength = 200', 'maxTitleLength = 2_000'],
    ['S165', "title.trim() === '' && text.trim() === ''", 'false'],
  ],
  'lib/passkeys/passkeys.ts': [['passkeys of a person', 'maxPasskeys = 20', 'maxPasskeys = 21']],
  'lib/server/account/account.ts': [
    [
      'S93',
      'await deleteUser(providerUserId)',
      "await deleteUser('' as typeof providerUserId)",
      'account/deletion',
    ],
    [
      ['7.5.2', '6.3.5'],
      'Number(other.isThis) - Number(one.isThis))',
      'Number(other.isThis) - Number(one.isThis)).slice(0, 1)',
      'account/sessions',
    ],
  ],
  'lib/server/account/rows.ts': [
    [
      '8.3.2',
      '      await endWrites(transaction, person.userId, person.exceptSession)\n      for (const { deleteRows } of all) await deleteRows?.(transaction, person)\n',
      '      for (const { deleteRows } of all) await deleteRows?.(transaction, person)\n      await endWrites(transaction, person.userId, person.exceptSession)\n',
      'database/write-races',
    ],
  ],
  'lib/server/account/people.ts': [
    ['7.4.5', 'const ended = await endAllSessions(userId, null)', "const ended = { status: 'ok' } as const"],
  ],
  'lib/server/builds/builds.ts': [
    [['S79', 'S81', 'S82'], 'buildId !== build.id', "buildId === ''", 'builds/endpoint'],
  ],
  'lib/server/database/postgres.ts': [['16.5.2', 'connectTimeoutMs = 2_000', 'connectTimeoutMs = 60_000']],
  'lib/server/database/sessions.ts': [
    ['8.2.3', '.where(and(eq(sessions.userId, userId), isLive))', '.where(isLive)'],
    ['sessions that a person opens', '.offset(maxSessions)', '.offset(maxSessions + 1)'],
    [
      '8.3.3',
      '    eq(sessions.userId, userId),\n    id && eq(sessions.id, id),\n',
      '    id && eq(sessions.id, id),\n',
    ],
    ['14.2.7', 'isDue: lt(sessions.revokedAt, endedBefore)', 'isDue: isExpired'],
  ],
  'lib/server/database/signing-keys.ts': [
    [
      '6.7.2',
      '.values(use).onConflictDoNothing()',
      '.values(use).onConflictDoUpdate({ target: usedValues.hash, set: use })',
    ],
  ],
  'lib/server/database/writes.ts': [
    ['8.3.2', ' for share)`', ' for key share)`', 'database/write-races'],
    ['8.3.2', ".for('update')", '', 'database/write-races'],
  ],
  'lib/server/errors.ts': [
    [
      '16.5.1',
      '  if (open) open.isReported = true\n  const answer',
      "  if (open) open.isReported = true\n  open?.response.setHeader('x-cause', encodeURIComponent(String(Reflect.get(Object(error), 'cause'))))\n  const answer",
    ],
    [
      'disconnecting while sending',
      "['AbortError', 'ResponseAborted', 'ECONNRESET']",
      "['AbortError', 'ResponseAborted']",
    ],
  ],
  'lib/server/front/front.ts': [
    ['an upgrade', '    ignoreUpgrades(server)\n', ''],
    ['slow headers', 'headersTimeout: 15_000', 'headersTimeout: 60_000'],
    ['headers that parts of Next', '  if (!isDevelopment) dropNextHeaders(request)\n', ''],
    ['a long user agent', '  shortenUserAgent(request)\n', ''],
  ],
  'lib/server/front/refusal.ts': [
    ['an unknown method', '(headersDistinct.host?.length ?? 0) > 1', 'false'],
    ['a long target', '  if (isTooLong(url)) return tooLong\n', ''],
    ['in emulator mode', 'if (isEmulated && ', 'if (!isEmulated && '],
    [
      'a body where none is read',
      '(isReading ? 0 : maxBodyBytes)',
      '(isReading ? Number.POSITIVE_INFINITY : maxBodyBytes)',
    ],
    ['6.3.2', 'if (isEmulated && !(host !== null && isLoopback(host)))', 'if (isEmulated && host === null)'],
  ],
  'lib/server/guard/guard.ts': [
    ['16.5.3', 'return match.needsSession ? unavailable(request) :', 'return'],
    [
      ['7.2.1', '6.3.4', '8.2.1', 'S12', 'S15'],
      "if (check.status === 'valid') {",
      "if (check.status !== 'unknown') {",
      'guard/guard',
    ],
    ['S18', 'routes.loginThen(next)', 'routes.login', 'guard/guard'],
    ['S8', "return status === 'valid'\n", "return status === 'unknown'\n", 'sign-in/sign-in'],
  ],
  'lib/server/http/answer.ts': [
    ['16.3.2', "log('warn', 'access.refused',", "log('debug', 'access.refused',"],
    ['8.3.2', 'isSessionEnded(error)', 'false', 'notes/late-bodies'],
  ],
  'lib/server/http/request.ts': [
    [
      'a body to an endpoint',
      "  const text = await readText(request, maxBytes)\n  if (text === null) return { status: 'refused'",
      "  const text = await readText(request, 2 * maxBytes)\n  if (text === null) return { status: 'refused'",
      'notes/bodies',
    ],
  ],
  'lib/server/identity/firebase-files.ts': [
    ["Firebase's sign-in pages", 'freshForMs = 10 * 60_000', 'freshForMs = 60_000'],
    ['S95', 'return identity.authDomain === new URL(origin).host', 'return true'],
  ],
  'lib/server/identity/identity.ts': [
    ['3.3.5', 'cookie.length > maxCookieBytes', 'cookie.length > 2 * maxCookieBytes'],
  ],
  'lib/server/log/deduplicate.ts': [['log lines', 'anybody: 200', 'anybody: 2_000']],
  'lib/server/notes/list.ts': [
    ['the list, polled every 15 seconds by visible pages', 'max(changed_at)', 'max(created_at)'],
    ['S78', '.where(and(eq(notes.userId, filter.userId), condition))', '.where(condition)'],
  ],
  'lib/server/notes/markdown.ts': [
    ['notes that a person opens', 'maxCells = 20_000', 'maxCells = 20_000_000'],
    ['3.2.2', 'html: false', 'html: true'],
  ],
  'lib/server/notes/notes.ts': [
    [
      '8.2.2',
      'from(notes).where(matchesNote(id, userId)).limit(1)',
      'from(notes).where(eq(notes.id, id)).limit(1)',
    ],
    ['writes of a signed-in person', 'usage.count >= maxNotes', 'false'],
  ],
  'lib/server/notes/room.ts': [['the export', 'trashedNotes: inBatches(', 'others: inBatches(']],
  'lib/server/passkeys/ceremony.ts': [
    [
      'challenges for a sign-in by passkey',
      "return assertionOptions(rp, { purpose: 'sign-in', userId: null }, [])",
      "return consumeLimit(passkeyLimits.invalid, '').then((over) => limitRefusal(over) ?? assertionOptions(rp, { purpose: 'sign-in', userId: null }, []))",
    ],
  ],
  'lib/server/passkeys/database/passkeys.ts': [
    [
      '6.7.1',
      '.set({ counter, isBackupEligible, isBackedUp, lastUsedAt: now })',
      ".set({ counter, isBackupEligible, isBackedUp, lastUsedAt: now, publicKey: 'AAAA' })",
    ],
  ],
  'lib/server/passkeys/limits.ts': [
    [
      'answers to challenges that are refused',
      "name: 'invalid-passkey', points: 60,",
      "name: 'invalid-passkey', points: 600,",
      'passkeys/refusals',
    ],
  ],
  'lib/server/passkeys/requests.ts': [
    ['7.5.1', '!isRecentSignIn(session.authenticatedAt)', 'false', 'passkeys/refusals'],
  ],
  'lib/server/passkeys/token.ts': [
    [
      'answers to challenges that are refused',
      "  if (!verified.verified) return refused('passkey-refused', 'signature')\n",
      '',
      'passkeys/attacks',
    ],
    [
      '6.4.4',
      "if (!credential) return refused('passkey-session-needed')",
      "if (credential) return refused('passkey-session-needed')",
    ],
  ],
  'lib/server/private-folder.ts': [
    ['other users of the machine', 'await chmod(folder, 0o700)', 'await chmod(folder, 0o750)'],
  ],
  'lib/server/session/create.ts': [
    [
      ['16.3.1', '16.3.3'],
      "else if ('code' in result) log('warn',",
      "else if ('code' in result) log('debug',",
      'session/invalid-tokens',
    ],
    [
      ['invalid tokens', 'a stolen token that still verifies', '6.1.1', '6.3.1'],
      "return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }",
      'return null',
      'session/invalid-tokens',
    ],
    [
      '7.2.4',
      "const replacesHash = 'cookie' in current ? tokenHashOf(current.cookie) : undefined",
      'const replacesHash = undefined',
    ],
    ['6.3.3', 'user.hasSecondFactor && !token.secondFactor && !credential', 'false', 'session/second-factor'],
  ],
  'lib/server/session/current.ts': [
    ['3.3.3', '.size > 1) return', '.size > 2) return'],
    ['8.3.2', ' && row.revokedAt === null && ', ' && '],
  ],
  'lib/server/session/ownership.ts': [
    [
      ['6.8.1', 'sign-ins that prove'],
      "(position === 'unproved' && (isCreator || !claim))",
      "position === 'unproved'",
      'passkeys/pre-hijacking',
      'session/ownership-proofs',
    ],
    ['6.3.7', "  log('warn', 'account.address-put-back', { userId })\n", '', 'session/put-back'],
  ],
  'lib/server/session/renew.ts': [
    [
      ['7.3.1, 7.3.2', '7.6.2', '6.1.3'],
      'session.expiresAt * 1000 + graceMs',
      'session.expiresAt * 1000 + 2 * graceMs',
    ],
  ],
  'lib/server/start.ts': [
    [
      ['16.3.4', '16.5.4'],
      'captureConsole(reportProcessError)',
      'captureConsole(() => undefined)',
      'errors/elsewhere',
    ],
  ],
  'lib/session/cookies.ts': [['several cookies', 'maxCheckedCookies = 4', 'maxCheckedCookies = 5']],
  'lib/session/recent-sign-in.ts': [
    [
      ['7.5.1', '6.2.2', '6.8.4'],
      'recentForMs = 5 * 60_000',
      'recentForMs = 60 * 60_000',
      'account/confirmation',
      'account/endpoint',
    ],
  ],
  'lib/session/token.ts': [
    ['9.1.1 to 9.1.3', 'if (keys.length === 0)', 'if (!keys)'],
    ['9.2.1 to 9.2.4', '    audience: projectId,\n', ''],
    ['6.8.2', 'issuer.emulated\n', 'true\n'],
    ['S77', 'session.firebase.google.com/$', 'session.firebase.google.com/other-$'],
    ['3.3.1, 3.3.2, 3.3.4', 'httpOnly: true', 'httpOnly: false', 'session/endpoint'],
  ],
  'lib/site/pages.ts': [
    [
      'S76',
      "pattern: paths.app, rendering: 'dynamic', guard: 'session'",
      "pattern: paths.app, rendering: 'dynamic', guard: 'none'",
    ],
    [
      'S7',
      "paths.home, rendering: 'static', guard: 'none'",
      "paths.home, rendering: 'static', guard: 'session'",
    ],
    [
      'S9–S11',
      "paths.privacy, rendering: 'static', guard: 'none'",
      "paths.privacy, rendering: 'static', guard: 'session'",
    ],
  ],
  'lib/site/paths.ts': [
    ['S16', 'pattern.length === segments.length && ', ''],
    ['S103', 'parseUuid(segment) !== null', "segment !== ''"],
  ],
  'lib/site/return-path.ts': [['3.7.2', 'url.origin !== base', 'false']],
  'lib/site/routes.ts': [
    ['S2', "contact: '/contact',", "contact: '/contacts',"],
    ['7.4.4', "signedOut: sitePath(paths.home, { 'signed-out': '1' })", 'signedOut: sitePath(paths.home)'],
  ],
}
