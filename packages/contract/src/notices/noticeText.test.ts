import { expect, it } from 'vitest'
import { parseNoticeText } from './noticeText.ts'

it('reads paragraphs, lists and links', () => {
  const text = [
    'Estimadas familias:',
    'los esperamos.',
    '',
    '- Traer [el temario](https://colegio.cl/temario).',
    '- Llegar a las 18:30',
    '1. Saludo',
    '2) Votación',
    '',
    'Más en https://colegio.cl/a?b=1.',
  ].join('\n')
  expect(parseNoticeText(text)).toEqual([
    { kind: 'paragraph', lines: [[{ text: 'Estimadas familias:' }], [{ text: 'los esperamos.' }]] },
    {
      kind: 'bullets',
      lines: [
        [{ text: 'Traer ' }, { text: 'el temario', url: 'https://colegio.cl/temario' }, { text: '.' }],
        [{ text: 'Llegar a las 18:30' }],
      ],
    },
    { kind: 'numbers', lines: [[{ text: 'Saludo' }], [{ text: 'Votación' }]] },
    {
      kind: 'paragraph',
      lines: [
        [
          { text: 'Más en ' },
          { text: 'https://colegio.cl/a?b=1', url: 'https://colegio.cl/a?b=1' },
          { text: '.' },
        ],
      ],
    },
  ])
})

it.each([
  '<b onclick="x()">hola</b>',
  '[aquí](javascript:alert(1))',
  '[aquí](http://colegio.cl)',
  '[aquí](data:text/html,x)',
  'javascript:alert(1)',
])('has no link in %j', (text) => {
  expect(parseNoticeText(text)).toEqual([{ kind: 'paragraph', lines: [[{ text }]] }])
})
