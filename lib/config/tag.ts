/** Google's tag, as in `/api/config`. */
import * as v from 'valibot'
import { flag, setting, type ValuesOf } from './settings'

export type GoogleTag = {
  tagId: string
  /** `basic` doesn't load the tag before consent (Google's consent mode guide). */
  consent: 'advanced' | 'basic'
  /** Whether links carry an ad's click ID from page to page while ads are denied. */
  urlPassthrough: boolean
}

export const tagSettings = {
  GTAG_ID: setting(
    v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{1,4}-[A-Z0-9-]+$/, 'is not a tag id'))),
    'G-XXXXXXXXXX',
  ),
  GTAG_CONSENT: setting(
    v.optional(v.picklist(['advanced', 'basic'], 'must be advanced or basic'), 'advanced'),
    'basic',
  ),
  GTAG_URL_PASSTHROUGH: setting(v.optional(flag, 'false'), 'true'),
}

/** Null without a tag. */
export function tagFrom(values: ValuesOf<typeof tagSettings>): GoogleTag | null {
  if (!values.GTAG_ID) return null
  return {
    tagId: values.GTAG_ID,
    consent: values.GTAG_CONSENT,
    urlPassthrough: values.GTAG_URL_PASSTHROUGH,
  }
}
