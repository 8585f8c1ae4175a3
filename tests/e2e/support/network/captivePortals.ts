const httpResponse = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`

const PORTAL_PAGE = '<!doctype html><title>WiFi gratis</title><h1>Acepta las condiciones</h1>'

/** What a captive portal (of a café, bus or hotel) may answer to every request, as whole HTTP responses. */
export const captivePortals = {
  'a page': httpResponse('200 OK\r\ncontent-type: text/html; charset=utf-8', PORTAL_PAGE),
  'a page that asks to sign in': httpResponse('401 Unauthorized\r\ncontent-type: text/html', PORTAL_PAGE),
  'a redirect': httpResponse(
    '302 Found\r\nlocation: http://127.0.0.1:9/portal\r\ncontent-type: text/html',
    PORTAL_PAGE,
  ),
  'a page that says it is data': httpResponse('200 OK\r\ncontent-type: application/json', PORTAL_PAGE),
}
