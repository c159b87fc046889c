/** Broken rules of consent. */
import type { Line } from './mutation'

const record = 'lib/consent/record.ts'

export const consent: readonly Line[] = [
  ['S35–S39', record, 'time: at.toISOString()', 'time: String(at)', 'consent/record'],
  ['S49', record, 'ageMs >= 0 && ', '', 'consent/record'],
  ['S50', 'lib/consent/boot.ts', "send('default',{},{wait_for_update:500});", '', 'consent/boot'],
  ['S51', record, "? 'granted' : 'denied'", "? 'granted' : 'granted'", 'consent/record'],
  ['S144', 'lib/consent/boot.ts', 'wait_for_update:500', 'wait_for_update:5000', 'consent/boot'],
  [
    '14.2.3',
    'lib/browser/consent/analytics.ts',
    "const pattern = pageAt(path)?.pattern ?? '/404'",
    'const pattern = path',
    'consent/nothing-personal',
  ],
  [
    '14.3.3',
    'lib/browser/notes/drafts.ts',
    'tryStorage(({ session }) => {\n    session.setItem(personal.drafts',
    'tryStorage(({ local }) => {\n    local.setItem(personal.drafts',
    'consent/inventory-walk',
  ],
  [['S5', 'S47'], 'app/layout.tsx', '        <Consent />\n', '', 'layout/banners', 'consent/appearance'],
  [
    ['S19', 'S22', 'S24', 'S106'],
    'components/errors/failure.tsx',
    '({ ServerError }) => setView(() => ServerError)',
    '() => setView(() => MinimalFailure)',
    'errors/places',
    'consent/global-error',
  ],
  [
    ['S26', 'S143'],
    'lib/consent/keys.ts',
    'bannerDelayMs = 1000',
    'bannerDelayMs = 2000',
    'consent/appearance',
  ],
  [
    'S27–S28',
    'components/consent/view.tsx',
    'improve your experience and analyze traffic.',
    'improve your experience.',
    'consent/banner',
  ],
  [['S29–S33', 'S48'], 'lib/browser/consent/choice.ts', '  saveConsent(record)\n', '', 'consent/dialog'],
  [
    ['S97–S98', 'S99', 'S100'],
    'lib/browser/consent/analytics.ts',
    "window.gtag?.('event', name, parameters)",
    "window.gtag?.('event', 'other', parameters)",
    'consent/hits',
  ],
]
