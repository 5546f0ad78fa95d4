import { expect, it } from 'vitest';
import { encodeXmlRpc, parseXmlRpc, type XmlRpcValue } from './xml-rpc.ts';

const answerOf = (value: string) =>
  `<?xml version="1.0"?><methodResponse><params><param>${value}</param></params></methodResponse>`;

// Texts of http://xmlrpc.com/spec.md, sections "Request example", "Response example" and "Fault example".
it('writes the call of the specification', () => {
  expect(encodeXmlRpc('examples.getStateName', [41])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>examples.getStateName</methodName><params><param><value><int>41</int></value></param></params></methodCall>',
  );
});

it('reads the answer of the specification', () => {
  const text = `<?xml version="1.0"?>
<methodResponse>
   <params>
      <param>
         <value><string>South Dakota</string></value>
         </param>
      </params>
   </methodResponse>`;
  expect(parseXmlRpc(text)).toEqual({ value: 'South Dakota' });
});

it('reads the fault of the specification', () => {
  const text = `<?xml version="1.0"?>
<methodResponse>
   <fault>
      <value>
         <struct>
            <member>
               <name>faultCode</name>
               <value><int>4</int></value>
               </member>
            <member>
               <name>faultString</name>
               <value><string>Too many parameters.</string></value>
               </member>
            </struct>
         </value>
      </fault>
   </methodResponse>`;
  expect(parseXmlRpc(text)).toEqual({ fault: { code: 4, text: 'Too many parameters.' } });
});

it.each([
  ['<i4>-12</i4>', -12],
  ['<double>-12.214</double>', -12.214],
  ['<boolean>1</boolean>', true],
  ['<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>', new Date('1998-07-17T14:08:55Z')],
  ['<base64>eW91IGNhbid0IHJlYWQgdGhpcyE=</base64>', new Uint8Array(Buffer.from("you can't read this!"))],
  [
    '<array><data><value><i4>12</i4></value><value><string>Egypt</string></value><value><boolean>0</boolean></value><value><i4>-31</i4></value></data></array>',
    [12, 'Egypt', false, -31],
  ],
  [
    '<struct><member><name>lowerBound</name><value><i4>18</i4></value></member><member><name>upperBound</name><value><i4>139</i4></value></member></struct>',
    { lowerBound: 18, upperBound: 139 },
  ],
  ['<string> a </string>\n', ' a '],
  ['no type is a string', 'no type is a string'],
  ['', ''],
  ['<string/>', ''],
  ['<nil/>', null],
  ['<string><![CDATA[<b>]]> &amp; &#233;</string>', '<b> & é'],
])('reads the value %s', (inner, expected) => {
  expect(parseXmlRpc(answerOf(`<value>${inner}</value>`))).toEqual({ value: expected });
});

it('reads what it writes', () => {
  const value: XmlRpcValue = {
    text: 'a <b> & "c"\r\n\u{1f600} 花',
    list: [1, -1.5, 1e21, true, null, [], {}],
    at: new Date('2026-01-02T03:04:05Z'),
    bytes: new Uint8Array([0, 255]),
    ['__proto__']: 'own',
  };
  const [, inner] = /<param>(.*)<\/param>/s.exec(encodeXmlRpc('m', [value])) ?? [];
  expect(parseXmlRpc(answerOf(inner ?? ''))).toEqual({ value });
});

it('passes over what stands before the answer', () => {
  expect(parseXmlRpc(`<b>Notice</b>: x${answerOf('<value>a</value>')}`)).toEqual({ value: 'a' });
});

it.each([
  ['a page', '<html>no</html>'],
  ['nothing', ''],
  ['a number that is none', answerOf('<value><int>twelve</int></value>')],
  ['a cut answer', '<methodResponse><params><param><value>'],
  ['depth', answerOf('<value><array><data>'.repeat(100_000))],
  ['many values', answerOf(`<value><array><data>${'<value/>'.repeat(300_000)}</data></array></value>`)],
  ['elements without end', answerOf(`${'<a>'.repeat(500_000)}${'</b>'.repeat(500_000)}`)],
  ['ends without elements', answerOf('</b>'.repeat(1_000_000))],
  ['too long', answerOf(`<value>${'a'.repeat(9_000_000)}</value>`)],
  ['values in a text', answerOf('<value><string><value>a</value></string></value>')],
])('takes no answer from %s', (_, text) => {
  expect(parseXmlRpc(text)).toBeUndefined();
});

it('expands no entities of its own making', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1_000)}">]>${answerOf('<value>&a;&a;</value>')}`;
  expect(parseXmlRpc(bomb)).toEqual({ value: '&a;&a;' });
});
