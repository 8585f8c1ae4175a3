const answer = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`

const PAGE = '<!doctype html><title>WiFi gratis</title><h1>Acepta las condiciones</h1>'

/** Answers of a captive portal (café, bus, hotel) to any request. */
export const captivePortals = {
  'a page': answer('200 OK\r\ncontent-type: text/html; charset=utf-8', PAGE),
  'a page that asks to sign in': answer('401 Unauthorized\r\ncontent-type: text/html', PAGE),
  'a redirect': answer('302 Found\r\nlocation: http://127.0.0.1:9/portal\r\ncontent-type: text/html', PAGE),
  'what variants like data': answer(
    '200 OK\r\ncontent-type: application/json',
    '{"portal":true,"students":[]}',
  ),
  'a page that says it is data': answer('200 OK\r\ncontent-type: application/json', PAGE),
}
