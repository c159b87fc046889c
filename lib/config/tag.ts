/** Google's tag, as `/api/config` tells browsers of it. */
import * as v from 'valibot'
import { flag, setting, type ValuesOf } from './settings'

export type GoogleTag = {
  tagId: string
  /** `basic` asks nothing of Google before a grant (Google's consent mode guide). */
  consent: 'advanced' | 'basic'
  /** While ads are denied, links carry the click ID of an ad from page to page. */
  urlPassthrough: boolean
}

/** The variables behind it. */
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

/** The tag, from the settings as they were read; null without one. */
export function tagFrom(values: ValuesOf<typeof tagSettings>): GoogleTag | null {
  if (!values.GTAG_ID) return null
  return {
    tagId: values.GTAG_ID,
    consent: values.GTAG_CONSENT,
    urlPassthrough: values.GTAG_URL_PASSTHROUGH,
  }
}
