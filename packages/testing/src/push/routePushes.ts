/*
 * Sends requests to https://port-<n>.push.services.mozilla.com, a host that the server accepts, to port <n> of this
 * machine. `--import` loads this module in the product's processes that tests start.
 */
const PUSH_TEST_HOST = /^https:\/\/port-(\d+)\.push\.services\.mozilla\.com/
const { fetch } = globalThis

globalThis.fetch = (resource, init) =>
  fetch(
    typeof resource === 'string' ? resource.replace(PUSH_TEST_HOST, 'http://127.0.0.1:$1') : resource,
    init,
  )
