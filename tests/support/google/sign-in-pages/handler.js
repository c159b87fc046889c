/*
 * A stand-in for the script of Firebase's handler page: it leads to the provider, and back to whoever asked. As the real
 * one does, it keeps in the tab what it was asked, makes a style sheet as it runs, and tells the frame in the page that
 * opened its window.
 */
;(() => {
  const pendingKey = 'stand-in:pending'

  function initialize() {
    const style = document.createElement('style')
    style.textContent = 'body { background: rgb(1, 2, 3) }'
    document.head.append(style)
    const query = new URLSearchParams(location.search)
    if (query.has('code')) comeBack(query)
    else leave(query)
  }

  function leave(query) {
    const state = crypto.randomUUID()
    sessionStorage.setItem(pendingKey, JSON.stringify({ ...Object.fromEntries(query), state }))
    const way = { redirect_uri: location.origin + location.pathname, state }
    location.assign(`https://accounts.google.com/o/oauth2/auth?${new URLSearchParams(way)}`)
  }

  function comeBack(query) {
    const { state, apiKey, appName, authType, eventId, redirectUrl } = JSON.parse(
      sessionStorage.getItem(pendingKey),
    )
    if (state !== query.get('state')) throw new Error('The stand-in was led back from another sign-in')
    const storageKey = `${apiKey}:${appName}`
    const authEvent = {
      type: authType,
      eventId: eventId ?? null,
      urlResponse: location.href,
      sessionId: 'stand-in',
      postBody: null,
      tenantId: null,
      error: null,
    }
    if (!authType.endsWith('ViaPopup')) {
      sessionStorage.setItem(`stand-in:event:${storageKey}`, JSON.stringify(authEvent))
      location.assign(redirectUrl)
      return
    }
    for (let index = 0; index < window.opener.frames.length; index++)
      window.opener.frames[index].postMessage({ authEvent, storageKey }, location.origin)
  }

  window.fireauth = { oauthhelper: { widget: { initialize } } }
})()
