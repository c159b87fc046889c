/** The public runtime configuration as `/debug-config` shows it: what `/api/config` tells anybody, and nothing else. */
import type { PublicConfig } from './config'

/** One value by its path in the JSON of `/api/config`; keys are masked. */
export type SettingReport = { name: string; value: string }

/** Made of that JSON alone: what an environment holds besides has no way here. */
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

/** Enough of a key to tell it from another. */
function mask(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 4)}…${key.slice(-2)}`
}
