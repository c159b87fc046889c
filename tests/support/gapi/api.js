/*
 * A stand-in for https://apis.google.com/js/api.js, as far as the Firebase SDK and the Auth emulator use it: frames that
 * send each other messages by name and get an answer. It runs in our page and in the provider's hidden frame.
 */
;(() => {
  const mark = 'gapi-stand-in'
  let calls = 0

  function connect(targetOf) {
    const handlers = new Map()
    const waiting = new Map()
    let early = []
    const post = (data) => targetOf()?.postMessage({ [mark]: true, ...data }, '*')

    window.addEventListener('message', ({ data, source }) => {
      if (!data?.[mark] || source !== targetOf()) return
      if (data.kind === 'answer') {
        waiting.get(data.id)?.(data.answers)
        waiting.delete(data.id)
        return
      }
      if (data.name === 'ping') return post({ kind: 'answer', id: data.id, answers: [true] })
      if (handlers.has(data.name)) answer(data)
      else early.push(data)
    })

    async function answer({ id, name, content }) {
      post({ kind: 'answer', id, answers: [await handlers.get(name)(content)] })
    }

    function register(name, handler) {
      handlers.set(name, handler)
      const own = early.filter((call) => call.name === name)
      early = early.filter((call) => call.name !== name)
      own.forEach(answer)
    }

    function send(name, content, onAnswer) {
      calls += 1
      if (onAnswer) waiting.set(calls, onAnswer)
      post({ kind: 'call', id: calls, name, content })
    }

    return {
      send,
      register,
      restyle: async () => undefined,
      // Asked until the frame has loaded.
      ping: (onAnswer) =>
        new Promise((resolve) => {
          const timer = setInterval(() => send('ping', null, answered), 50)
          const answered = () => {
            clearInterval(timer)
            onAnswer()
            resolve()
          }
        }),
    }
  }

  const context = {
    open: ({ where, url, attributes }, onOpen) => {
      const frame = document.createElement('iframe')
      Object.assign(frame.style, attributes.style)
      frame.setAttribute('aria-hidden', 'true')
      frame.tabIndex = -1
      frame.src = url
      where.append(frame)
      return onOpen(connect(() => frame.contentWindow))
    },
    getParentIframe: () => connect(() => window.parent),
  }

  const iframes = {
    getContext: () => context,
    CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin',
    Iframe: connect,
  }

  window.gapi = {
    // Silent where a test wants that: then the limit ends it, which Google's loader keeps.
    load: (_names, { callback, ontimeout, timeout }) => {
      if (window.isGapiSilent) {
        window.isGapiSilent = 'asked'
        return setTimeout(ontimeout, timeout)
      }
      window.gapi.iframes = iframes
      callback()
    },
  }
  const onload = document.currentScript && new URL(document.currentScript.src).searchParams.get('onload')
  if (onload) window[onload]?.()
  setTimeout(() => window.gapi_onload?.())
})()
