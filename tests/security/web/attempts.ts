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
    name: 'innerHTML',
    stoppedBy: [REQUIRED_TRUSTED_TYPES],
    run: `document.createElement('div').innerHTML = '<img src=x onerror="document.documentElement.dataset.got = 1">'`,
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
    name: 'a foreign script',
    stoppedBy: [REQUIRED_TRUSTED_TYPES, 'script-src-elem'],
    run: elementScript('script', 'e.src = foreign + "/s.js"'),
  },
  {
    name: 'another policy for markup',
    stoppedBy: [TRUSTED_TYPE_POLICIES],
    run: "trustedTypes.createPolicy('otra', { createHTML: (text) => text })",
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
  { name: 'fetch', stoppedBy: ['connect-src'], run: "return fetch(foreign + '/', { mode: 'no-cors' })" },
  { name: 'a beacon', stoppedBy: ['connect-src'], run: "navigator.sendBeacon(foreign + '/b', 'x')" },
  {
    name: 'a foreign frame',
    stoppedBy: ['frame-src'],
    run: elementScript('iframe', "e.src = foreign + '/'"),
  },
  {
    name: 'an object',
    stoppedBy: ['object-src', REQUIRED_TRUSTED_TYPES],
    run: elementScript('object', "e.data = foreign + '/o'"),
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
]
