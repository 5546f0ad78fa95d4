import { expect, test } from 'vitest';
import { proxyTexts } from '../contract/options/proxies.ts';
import { parseProxyLine } from './proxy-line.ts';

const http = { kind: 'HTTP', username: null, password: null };

test.each([
  ['10.0.0.1:3128', { address: '10.0.0.1', port: 3128, ...http }],
  ['Proxy.Example:80', { address: 'proxy.example', port: 80, ...http }],
  ['10.0.0.1:3128:ann:s:e:c', { address: '10.0.0.1', port: 3128, kind: 'HTTP', username: 'ann', password: 's:e:c' }],
  ['socks5://10.0.0.1:1080', { address: '10.0.0.1', port: 1080, ...http, kind: 'SOCKS5' }],
  ['https://p.test:443:a:b', { address: 'p.test', port: 443, kind: 'HTTPS', username: 'a', password: 'b' }],
  ['[::1]:3128', { address: '[::1]', port: 3128, ...http }],
  ['[0:0:0:0:0:0:0:1]:3128', { address: '[::1]', port: 3128, ...http }],
])('%s is a proxy', (line, proxy) => {
  expect(parseProxyLine(line)).toEqual(proxy);
});

test.each([
  ['10.0.0.1', proxyTexts.notALine],
  ['10.0.0.1:', proxyTexts.notALine],
  ['10.0.0.1:80:ann', proxyTexts.notALine],
  ['10.0.0.1:80:ann:', proxyTexts.notALine],
  ['ftp://10.0.0.1:80', proxyTexts.notALine],
  ['user@10.0.0.1:80', proxyTexts.notALine],
  ['10.0.0.1:0', proxyTexts.noPort],
  ['10.0.0.1:70000', proxyTexts.noPort],
  ['a b:80', proxyTexts.notALine],
  ['999.999.999.999:80', proxyTexts.notALine],
  ['0127.0.0.1:80', proxyTexts.notALine],
  ['127.1:80', proxyTexts.notALine],
  ['0x7f.1:80', proxyTexts.notALine],
  ['[:::::]:80', proxyTexts.notALine],
  ['a..b:80', proxyTexts.notALine],
])('%s is none', (line, reason) => {
  expect(parseProxyLine(line)).toBe(reason);
});
