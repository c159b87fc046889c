import { consentKeys } from './keys'
import { categorySignals, consentLifetimeMs, consentPolicy } from './record'

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
var signals=${JSON.stringify(categorySignals)},names=Object.keys(signals);\
function send(kind,choice){\
var o=kind=='default'?{wait_for_update:500}:{};\
names.forEach(function(n){signals[n].forEach(function(s){o[s]=choice[n]?'granted':'denied'})});\
gtag('consent',kind,o)}\
send('default',{});\
try{\
var s=w.localStorage,\
c=JSON.parse(s.getItem('${consentKeys.choice}')),\
age=Date.now()-new Date(s.getItem('${consentKeys.time}'));\
if(c&&c.essential===true&&c.policy===${consentPolicy}\
&&names.every(function(n){return typeof c[n]=='boolean'})\
&&(c.gpc===true||!w.navigator.globalPrivacyControl||!names.some(function(n){return c[n]}))\
&&age>=0&&age<=${consentLifetimeMs})send('update',c)\
}catch(e){}\
})(window)`
