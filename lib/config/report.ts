/** The public configuration for `/debug-config`. */
import type { PublicConfig } from './config'

/** One value of `/api/config` by its JSON path; keys are masked. */
type SettingReport = { name: string; value: string }

/** Flattens the configuration that `/api/config` returns to anyone. */
export function reportSettings(config: PublicConfig): SettingReport[] {
  return Object.entries(config).flatMap(([name, value]) => reportValue(name, value))
}

function reportValue(name: string, value: unknown): SettingReport[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => reportValue(`${name}.${key}`, inner))
  if (value === undefined) return []
  const text = value === null ? 'not set' : String(value)
  return [{ name, value: name.endsWith('Key') ? mask(text) : text }]
}

/** Keeps enough of a key to recognize it. */
function mask(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 4)}…${key.slice(-2)}`
}
