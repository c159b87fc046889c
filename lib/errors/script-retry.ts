/** The scripts a page comes with: what happens if one can't be loaded, before any of our code runs. */

/** Limits reloads for missing code (S105, S152): the storage key, and the time between two. */
export const chunkReload = { key: 'foyer-chunk-reload', minIntervalMs: 10_000 } as const

/**
 * Inline script in every page's head: loads a script again that failed, as Next waits for it forever. It tries after half a
 * second, one, two, and so on up to thirty, and from the second failure on the page says so. If the script is gone (404),
 * the page is of an earlier build: it reloads once, unless that would lose what was typed. Parts that are loaded later are
 * handled by `lib/browser/errors/chunk-reload`.
 *
 * By the address as it stands in the tag: by that the build knows its scripts. Its runtime is not told of the failure: it would
 * try once more and then give up the page, with what was typed.
 *
 * The words are a `section`, as `body` has none of its own: React takes over a page past elements that it doesn't know, but a
 * `div` for its own. And they are hidden, not removed, when all is there: React may just be looking at them. Where it doesn't
 * find what it wants it draws the page again, without what was typed.
 *
 * A string for the same reasons as `consentBoot`.
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
var t=d.createElement('p'),b=d.createElement('button');\
t.textContent='Part of this page couldn’t be loaded. We’ll keep trying.';\
b.textContent='Reload the page';b.onclick=function(){location.reload()};\
words.append(t,b);d.body.prepend(words)}\
w.addEventListener('error',onError,true);\
w.addEventListener('load',function(){w.removeEventListener('error',onError,true)})\
})(window,document)`
