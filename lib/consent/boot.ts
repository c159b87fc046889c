import { consentKeys } from './keys'
import { categorySignals, consentLifetimeMs, consentPolicy, optionalCategories } from './record'

const assignments = optionalCategories.flatMap((category) =>
  categorySignals[category].map((signal) => `o.${signal}=c.${category}?'granted':'denied';`),
)
const typeChecks = optionalCategories.map((category) => `typeof c.${category}=='boolean'`)
const grants = optionalCategories.map((category) => `c.${category}`)

/**
 * Inline script in every page's head: sends consent mode's defaults and the stored choice before anything can measure (S50;
 * Google's consent mode guide). `gtag` pushes `arguments`, as the tag ignores arrays. A test compares the script with
 * `parseConsent`.
 *
 * A string, because the security policy allows the script by its hash, and the build could compile a function differently
 * for page and policy.
 */
export const consentBoot = `(function(w){\
w.dataLayer=w.dataLayer||[];\
function gtag(){w.dataLayer.push(arguments)}\
w.gtag=gtag;\
function send(kind,c,o){${assignments.join('')}gtag('consent',kind,o)}\
send('default',{},{wait_for_update:500});\
try{\
var s=w.localStorage,\
c=JSON.parse(s.getItem('${consentKeys.choice}')),\
age=Date.now()-new Date(s.getItem('${consentKeys.time}'));\
if(c&&c.essential===true&&c.policy===${consentPolicy}&&${typeChecks.join('&&')}\
&&(c.gpc===true||!w.navigator.globalPrivacyControl||!(${grants.join('||')}))\
&&age>=0&&age<=${consentLifetimeMs})send('update',c,{})\
}catch(e){}\
})(window)`
