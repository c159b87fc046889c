/**
 * What makes the site one's own. Everything follows from it; after a change, `npm run draw` writes the pictures and the
 * style sheet.
 */
export const name = 'Foyer'

/** Of the whole site, for search results, links and installed apps. */
export const description = 'Private notes, shared when you say so.'

/** What `/app` is called. */
export const app = 'Your notes'

/** On the card of links. */
export const slogan = 'The front door, done well'

/** The title of a page, with the site's name. */
export function pageTitle(page: string): string {
  return `${page} · ${name}`
}

type Color = string | { light: string; dark: string }

/** The custom properties of the style sheets, such as `--paper`. Browser tests check the contrast of texts (WCAG 1.4.3). */
export const colors = {
  paper: { light: '#fbf7f0', dark: '#15121f' },
  surface: { light: '#fffdf9', dark: '#1e1a2c' },
  ink: { light: '#231d33', dark: '#f5efe4' },
  muted: { light: '#61587a', dark: '#b8aecb' },
  line: { light: '#e3d9c9', dark: '#352f49' },
  'field-line': { light: '#8d83a0', dark: '#837a9b' },
  accent: { light: '#a03f17', dark: '#ffb36b' },
  button: { light: '#231d33', dark: '#ffc07a' },
  'button-hover': { light: '#3a3153', dark: '#ffd09b' },
  'button-ink': { light: '#fff8ec', dark: '#241606' },
  'note-surface': { light: '#fff1db', dark: '#33281f' },
  'door-wall': { light: '#2b2240', dark: '#261f3a' },
  'door-frame': '#533058',
  'door-ember': '#95434f',
  'door-glow': '#dd7a48',
  'door-light': '#ffd9a0',
  'door-leaf': '#7a3f52',
  'door-paper': '#fffdf9',
  'door-ink': '#231d33',
  focus: { light: '#a03f17', dark: '#ffc07a' },
} as const satisfies Record<string, Color>

/** In CSS. */
export function cssColor(color: Color): string {
  return typeof color === 'string' ? color : `light-dark(${color.light}, ${color.dark})`
}

/** The drawing of the header and the icons: a doorway. */
export const mark = {
  viewBox: '0 0 32 32',
  paths: [
    { fill: '#533058', d: 'M4 30V15a12 12 0 0 1 24 0v15z' },
    { fill: '#dd7a48', d: 'M9 30V16a7 7 0 0 1 14 0v14z' },
    { fill: '#ffe3b8', d: 'M13 30V17a3 3 0 0 1 6 0v13z' },
  ],
}
