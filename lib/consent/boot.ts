import { consentKeys } from './keys'
import { consentLastsMs, consentPolicy } from './record'

/**
 * Inline script in every page's head: sets consent mode's defaults and the stored choice before anything can
 * measure (S50; Google's consent mode guide). `gtag` pushes `arguments`, as arrays are ignored.
 *
 * A string, not a function: the build may compile a function differently for the page and for its policy, which allows this
 * script by hash. A test compares its result with `parseConsent`.
 */
export const consentBoot = `(function(w){\
w.dataLayer=w.dataLayer||[];\
function gtag(){w.dataLayer.push(arguments)}\
w.gtag=gtag;\
function word(is){return is?'granted':'denied'}\
function tell(kind,a,m){\
a=word(a);m=word(m);\
var o={ad_storage:m,analytics_storage:a,ad_user_data:m,ad_personalization:m};\
if(kind=='default')o.wait_for_update=500;\
gtag('consent',kind,o)}\
tell('default');\
try{\
var s=w.localStorage,\
c=JSON.parse(s.getItem('${consentKeys.choice}')),\
age=Date.now()-new Date(s.getItem('${consentKeys.time}'));\
if(c&&c.essential===true&&c.policy===${consentPolicy}&&typeof c.analytics=='boolean'&&typeof c.marketing=='boolean'\
&&(c.gpc===true||!w.navigator.globalPrivacyControl||!c.analytics&&!c.marketing)\
&&age>=0&&age<=${consentLastsMs})tell('update',c.analytics,c.marketing)\
}catch(e){}\
})(window)`
