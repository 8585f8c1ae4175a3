import { expect, it } from 'vitest'
import { hyphenate, withoutBreakPoints } from './hyphenate.ts'

const withVisibleMarks = (text: string) => hyphenate(text).replaceAll('\u00ad', '-').replaceAll('\u200b', '|')

const DIVIDED_WORDS = `
  Ca-li-fi-ca-cio-nes Ob-ser-va-cio-nes Con-fi-gu-ra-cio-nes Com-pa-ñe-ros Asis-ten-cia Ina-sis-ten-cias Ho-ra-rio Agen-da
  Ini-cio Atra-sos In-for-mes Do-cu-men-tos Re-por-tes Cer-ti-fi-ca-dos No-ve-da-des Ajus-tes Cuen-ta Ayu-da Con-tac-to
  Con-tra-se-ña Re-cu-pe-ra-ción Co-rreo elec-tró-ni-co Te-lé-fo-no Di-rec-ción Es-ta-ble-ci-mien-to Na-ci-mien-to
  Apo-de-ra-da Es-tu-dian-te Pro-fe-so-ra Su-ple-men-te Eco-nó-mi-co Pe-río-do Se-mes-tre Tri-mes-tre Pro-me-dio
  Asig-na-tu-ra Len-gua-je Li-te-ra-tu-ra Co-mu-ni-ca-ción Ma-te-má-ti-ca His-to-ria Geo-gra-fía Cien-cias Na-tu-ra-les
  So-cia-les In-glés Ar-tes Vi-sua-les Mú-si-ca Edu-ca-ción Fí-si-ca Sa-lud Tec-no-lo-gía Orien-ta-ción Re-li-gión
  Quí-mi-ca Bio-lo-gía Fi-lo-so-fía Ciu-da-da-nía Com-pren-sión Lec-tu-ra Es-cri-tu-ra Ál-ge-bra Geo-me-tría
  Eva-lua-ción Re-cu-pe-ra-ti-va Au-toe-va-lua-ción Prue-ba Con-trol Ta-rea Dis-ser-ta-ción Ex-po-si-ción Tra-ba-jo
  Pro-yec-to Reu-nión Ce-re-mo-nia Ani-ver-sa-rio Va-ca-cio-nes In-vier-no Sus-pen-sión Jus-ti-fi-ca-ti-vo Re-gis-tra-do
  Pen-dien-te Re-cha-za-do Res-pon-sa-bi-li-dad Com-pa-ñe-ris-mo Po-si-ti-vas Ne-ga-ti-vas Neu-tras Res-pe-to
  Con-vi-ven-cia In-te-rrup-ción De-sa-rro-llo Cons-truc-ción Ins-truc-ción Trans-por-te Ex-traes-co-lar Bi-blio-te-ca
  La-bo-ra-to-rio Gim-na-sia Atle-tis-mo Fút-bol Bás-quet-bol Vó-lei-bol Iz-quier-do Per-so-na Li-bre-ta Mar-tes
  Miér-co-les Jue-ves Vier-nes Sep-tiem-bre Di-ciem-bre Se-púl-ve-da`
  .trim()
  .split(/\s+/)

it.each(DIVIDED_WORDS)('divides %s', (divided) => {
  expect(withVisibleMarks(divided.replaceAll('-', ''))).toBe(divided)
})

it('keeps two letters on a line and short words whole', () => {
  expect(withVisibleMarks('Unidad de la aula hoy')).toBe('Uni-dad de la aula hoy')
})

it('divides addresses at their signs without a hyphen', () => {
  expect(withVisibleMarks('apoderada@example.com')).toBe('apoderada@|example.|com')
  expect(withVisibleMarks('escuela.ejemplo.cl/contacto')).toBe('escuela.|ejemplo.|cl/|contacto')
})

it('does not change numbers and their signs', () => {
  const numbers = '40.123.456-7 08:00–09:30 +56 2 0000 0101 92,4%'
  expect(hyphenate(numbers)).toBe(numbers)
})

it('changes nothing the second time, and its marks can be removed', () => {
  const text = 'Observaciones (Matemática): apoderada@example.com'
  expect(hyphenate(hyphenate(text))).toBe(hyphenate(text))
  expect(withoutBreakPoints(hyphenate(text))).toBe(text)
})
