/** What happens if a script that a page comes with can't be loaded, before any of our code runs. */

/** Limits reloads for missing code (S105, S152): the storage key, and the time between two. */
export const chunkReload = { key: 'foyer-chunk-reload', minIntervalMs: 10_000 } as const

/**
 * Inline script in every page's head: retries a failed script, for which Next would wait forever, after 0.5, 1, 2 … at most
 * 30 seconds. From the second failure on, a message says so. If the script is gone (404), the page is of an earlier build:
 * reloads it once, unless that would lose typed text. Code that is loaded later: `lib/browser/errors/chunk-reload`.
 *
 * Uses the `src` as written in the tag, by which the build's runtime knows its scripts. Stops the event, or the runtime
 * would try once more and then give up the page, with what was typed.
 *
 * The message is a `section`, as React skips unknown elements in `body` when it hydrates, but would take a `div` for its
 * own. It is hidden, not removed, as React may be hydrating: a mismatch makes it render the page again, without typed text.
 *
 * A string for the same reason as `consentBoot`.
 */
export const scriptRetryBoot = `(function(w,d){\
var missing=0,words,reloads;\
function onError(e){\
var s=e.target;\
if(s.matches&&s.matches('script[async][src^="/_next/"]')){e.stopPropagation();missing++;load(s.getAttribute('src'),500)}}\
function load(src,ms){setTimeout(function(){\
var s=d.createElement('script');\
s.onload=function(){if(!--missing&&words)words.hidden=true};\
s.onerror=function(e){e.stopImmediatePropagation();s.remove();check(src);load(src,Math.min(2*ms,3e4))};\
s.src=src;d.head.append(s)},ms)}\
function check(src){fetch(src,{method:'HEAD',cache:'no-store'}).then(function(r){\
if(reloads==null)reloads=r.status==404?reload():null;\
if(!reloads)say()}).catch(say)}\
function reload(){\
var s=w.sessionStorage,k=JSON.parse(s.getItem('${chunkReload.key}'))||{},p=location.pathname,\
left=k.until-Date.now();\
if(k.path==p&&left>0&&left<=${chunkReload.minIntervalMs})return false;\
for(var f of d.querySelectorAll('input,textarea'))if(f.value!=f.defaultValue)return false;\
s.setItem('${chunkReload.key}',JSON.stringify({path:p,until:Date.now()+${chunkReload.minIntervalMs},typed:{}}));\
location.reload();return true}\
function say(){\
if(words||!d.body)return;\
words=d.createElement('section');words.id='missing-script';words.setAttribute('role','alert');\
var t=d.createElement('span'),b=d.createElement('button');\
t.textContent='Part of this page couldn’t be loaded. We’ll keep trying.';\
b.textContent='Reload the page';b.onclick=function(){location.reload()};\
words.append(t,b);d.body.prepend(words)}\
w.addEventListener('error',onError,true);\
w.addEventListener('load',function(){w.removeEventListener('error',onError,true)})\
})(window,document)`
