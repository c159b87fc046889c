import { Analytics } from '@/components/consent/analytics'
import { AccountMenu } from '@/components/session/account-menu'
import { EmulatorBanner } from './emulator-banner'
import { KeptTheme } from './kept-theme'
import { ThemeSwitch } from './theme-switch'

/** The components of `Late`: together, as all pages need all of them. */
export const lateParts = { AccountMenu, Analytics, EmulatorBanner, KeptTheme, ThemeSwitch }
