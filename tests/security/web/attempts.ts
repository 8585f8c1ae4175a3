/**
 * An attack of a script in the page, with the directives of the Content-Security-Policy of which one must stop it.
 * `run` is the script, as text, so that Chromium receives it unchanged. It may use the variable `foreign`, an origin
 * that counts its requests, and may throw.
 */
export type Attempt = { name: string; stoppedBy: string[]; run: string }

const elementScript = (tag: string, set: string) =>
  `const e = document.createElement('${tag}'); ${set}; document.body.append(e)`

const REQUIRED_TRUSTED_TYPES = 'require-trusted-types-for'
const TRUSTED_TYPE_POLICIES = 'trusted-types'

export const attempts: Attempt[] = [
  {
    name: 'an inline script',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src-elem'],
    run: elementScript('script', "e.append('document.documentElement.dataset.got = 1')"),
  },
  {
    name: 'a script as text',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: elementScript('script', "e.textContent = 'document.documentElement.dataset.got = 1'"),
  },
  {
    name: 'innerHTML',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: `document.createElement('div').innerHTML = '<img src=x onerror="document.documentElement.dataset.got = 1">'`,
  },
  {
    name: 'outerHTML',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: `document.querySelector('h1').outerHTML = '<p>'`,
  },
  {
    name: 'insertAdjacentHTML',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: `document.body.insertAdjacentHTML('beforeend', '<p>')`,
  },
  { name: 'document.write', stoppedBy: [REQUIRED_TRUSTED_TYPES], run: `document.write('<p>')` },
  {
    name: 'a parser',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: `new DOMParser().parseFromString('<p>', 'text/html')`,
  },
  {
    name: 'a fragment of a range',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: 'document.createRange().createContextualFragment("<p>")',
  },
  {
    name: 'srcdoc',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: elementScript(
      'iframe',
      `e.srcdoc = '<script>parent.document.documentElement.dataset.got = 1</script>'`,
    ),
  },
  {
    name: 'an event attribute',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src-attr'],
    run: elementScript(
      'button',
      "e.setAttribute('onclick', 'document.documentElement.dataset.got = 1'); document.body.append(e); e.click()",
    ),
  },
  {
    name: 'eval',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src'],
    run: "eval('document.documentElement.dataset.got = 1')",
  },
  {
    name: 'new Function',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src'],
    run: "new Function('document.documentElement.dataset.got = 1')()",
  },
  {
    name: 'a timer of text',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src'],
    run: "setTimeout('document.documentElement.dataset.got = 1')",
  },
  {
    name: 'a script of our own by its address',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: elementScript('script', "e.src = '/theme.js'"),
  },
  {
    name: 'a foreign script',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src-elem'],
    run: elementScript('script', 'e.src = foreign + "/s.js"'),
  },
  {
    name: 'a foreign module',
    stoppedBy: ['script-src-elem', 'script-src'],
    run: "return import(foreign + '/m.js')",
  },
  {
    name: 'a script of a blob',
    stoppedBy: ['script-src-elem', 'script-src'],
    run: "return import(URL.createObjectURL(new Blob(['export {}'], { type: 'text/javascript' })))",
  },
  {
    name: 'another policy for markup',
    stoppedBy: [TRUSTED_TYPE_POLICIES],
    run: "trustedTypes.createPolicy('otra', { createHTML: (text) => text })",
  },
  {
    name: 'a policy for all markup',
    stoppedBy: [TRUSTED_TYPE_POLICIES],
    run: "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
  },
  {
    name: 'a javascript: link',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src-elem', 'script-src'],
    run: elementScript(
      'a',
      "e.href = 'javascript:void(document.documentElement.dataset.got = 1)'; document.body.append(e); e.click()",
    ),
  },
  {
    name: 'an inline style',
    stoppedBy: ['style-src-elem'],
    run: elementScript('style', "e.append('h1 { color: red }')"),
  },
  {
    name: 'a style attribute',
    stoppedBy: ['style-src-attr'],
    run: elementScript('p', "e.setAttribute('style', 'color: red')"),
  },
  {
    name: 'a foreign style',
    stoppedBy: ['style-src-elem'],
    run: elementScript('link', "e.rel = 'stylesheet'; e.href = foreign + '/s.css'"),
  },
  { name: 'a foreign picture', stoppedBy: ['img-src'], run: "new Image().src = foreign + '/p.png'" },
  {
    name: 'a foreign font',
    stoppedBy: ['font-src'],
    run: "return new FontFace('otra', 'url(' + foreign + '/f.woff2)').load()",
  },
  {
    name: 'a foreign video',
    stoppedBy: ['media-src'],
    run: elementScript('video', "e.src = foreign + '/v.mp4'"),
  },
  { name: 'fetch', stoppedBy: ['connect-src'], run: "return fetch(foreign + '/', { mode: 'no-cors' })" },
  {
    name: 'XMLHttpRequest',
    stoppedBy: ['connect-src'],
    run: "const x = new XMLHttpRequest(); x.open('GET', foreign + '/'); x.send()",
  },
  { name: 'a beacon', stoppedBy: ['connect-src'], run: "navigator.sendBeacon(foreign + '/b', 'x')" },
  {
    name: 'a WebSocket',
    stoppedBy: ['connect-src'],
    run: "new WebSocket(foreign.replace('http', 'ws') + '/')",
  },
  { name: 'an event source', stoppedBy: ['connect-src'], run: "new EventSource(foreign + '/')" },
  {
    name: 'a foreign frame',
    stoppedBy: ['frame-src'],
    run: elementScript('iframe', "e.src = foreign + '/'"),
  },
  { name: 'a frame of our own', stoppedBy: ['frame-src'], run: elementScript('iframe', "e.src = '/login'") },
  {
    name: 'an object',
    stoppedBy: ['object-src', REQUIRED_TRUSTED_TYPES],
    run: elementScript('object', "e.data = foreign + '/o'"),
  },
  {
    name: 'an embed',
    stoppedBy: ['object-src', REQUIRED_TRUSTED_TYPES],
    run: elementScript('embed', "e.src = foreign + '/e'"),
  },
  { name: 'a base', stoppedBy: ['base-uri'], run: elementScript('base', "e.href = foreign + '/'") },
  {
    name: 'a form elsewhere',
    stoppedBy: ['form-action'],
    run: elementScript('form', "e.action = foreign + '/'; document.body.append(e); e.submit()"),
  },
  {
    name: 'a foreign worker',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'worker-src'],
    run: "new Worker(foreign + '/w.js')",
  },
  {
    name: 'a worker of a blob',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'worker-src'],
    run: 'new Worker(URL.createObjectURL(new Blob([""])))',
  },
  {
    name: 'fetching ahead',
    stoppedBy: ['default-src', 'prefetch-src'],
    run: elementScript('link', "e.rel = 'prefetch'; e.href = foreign + '/ahead'"),
  },
]
