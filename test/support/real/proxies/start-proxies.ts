import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, freshFolder, run, type Server, startServer, stopAll, waitUntil } from '../processes.ts';

/** Debian packages of the real proxies. */
export const proxyPackages = ['squid', 'dante-server', 'openssl'];

/** A real proxy that asks for a login. */
export interface RealProxy {
  port: number;
  username: string;
  password: string;
  /** Address by which it leaves. */
  from: string;
  /** What it wrote down of its requests. */
  log(): string;
}

/** Squid, which is spoken to by CONNECT, and Dante, by SOCKS 5. */
export interface RealProxies extends Server {
  squid: RealProxy;
  dante: RealProxy;
}

/** Starts both; each leaves by a loopback address of its own, so that targets can tell who came. */
export async function startProxies(): Promise<RealProxies> {
  const folder = freshFolder('proxies');
  chmodSync(folder, 0o777);
  const [squid, dante] = [await startSquid(folder), await startDante(folder)];
  return { squid, dante, stop: () => stopAll([squid, dante], folder) };
}

async function startSquid(folder: string): Promise<RealProxy & Server> {
  const port = await freePort();
  const [username, password, from] = ['puser', 'p:pass', '127.0.0.50'];
  const log = join(folder, 'squid.log');
  writeFileSync(join(folder, 'passwd'), `${username}:${run('openssl', ['passwd', '-apr1', password]).trim()}\n`);
  const lines = [
    `http_port 127.0.0.1:${port}`,
    `pid_filename ${folder}/squid.pid`,
    `access_log stdio:${log}`,
    `cache_log ${folder}/squid-cache.log`,
    ...['cache deny all', `coredump_dir ${folder}`, 'shutdown_lifetime 1 seconds', 'buffered_logs off'],
    `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/passwd`,
    ...['acl auth proxy_auth REQUIRED', 'acl local dst 127.0.0.0/8', 'http_access allow auth local'],
    ...['http_access deny all', `tcp_outgoing_address ${from}`],
  ];
  const config = join(folder, 'squid.conf');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const args = ['-N', '-f', config];
  const server = startServer({ command: '/usr/sbin/squid', args, log: join(folder, 'squid.out') });
  await waitUntil('Squid', () => isOpen(port));
  return { ...server, port, username, password, from, log: () => readFileSync(log, 'utf8') };
}

/** Dante asks the system for its users. */
async function startDante(folder: string): Promise<RealProxy & Server> {
  const port = await freePort();
  const [username, password, from] = ['lwsocks', randomBytes(9).toString('hex'), '127.0.0.61'];
  run('bash', ['-c', `id ${username} >/dev/null 2>&1 || useradd -M -s /usr/sbin/nologin ${username}`]);
  run('bash', ['-c', `echo ${username}:${password} | chpasswd`]);
  const log = join(folder, 'danted.log');
  const lines = [
    ...[`logoutput: ${log}`, `internal: 127.0.0.1 port = ${port}`, `external: ${from}`],
    ...['clientmethod: none', 'socksmethod: username', 'user.privileged: root', 'user.unprivileged: nobody'],
    ...['client pass {', 'from: 127.0.0.0/8 to: 0.0.0.0/0', '}'],
    ...['socks pass {', 'from: 127.0.0.0/8 to: 127.0.0.0/8', 'command: connect', 'log: connect'],
    ...['socksmethod: username', '}'],
  ];
  const config = join(folder, 'danted.conf');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const args = ['-f', config, '-p', join(folder, 'danted.pid')];
  const server = startServer({ command: '/usr/sbin/danted', args, log: join(folder, 'danted.out') });
  await waitUntil('Dante', () => isOpen(port));
  return { ...server, port, username, password, from, log: () => readFileSync(log, 'utf8') };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
