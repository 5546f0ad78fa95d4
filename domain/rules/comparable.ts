/** An address in the form in which two addresses are compared: host in lower case, bare host with "/", &amp; resolved. */
export function comparableUrl(url: string): string {
  const plain = url.trim().replace(/&(amp|#0*38|#x0*26);/gi, '&');
  const whole = URL.canParse(plain) ? new URL(plain).href : plain;
  // A code behind another per cent sign stays: taken apart, the two could make a third.
  return whole.replace(/(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
}

/**
 * The normal form of a text with at most 30 marks on a letter, as Unicode's stream-safe format has it (UAX #15, section 13):
 * sorting them takes time that grows with the square of their number.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}

/**
 * A text with folded white space and plain quotes and dashes, without letters that nobody sees: blogs set curly ones when
 * they show a text, and a PDF gives no joiners back.
 */
export function comparableText(text: string): string {
  return normalForm(text, 'NFC')
    .replace(/\ufe0f|[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/''/g, '"')
    .replace(/[\u2010-\u2015\u2212-]+/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/\u00d7/g, 'x')
    .replace(/\s+/g, ' ')
    .trim();
}
