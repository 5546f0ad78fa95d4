import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, freshFolder, run, type Server, startServer, stopAll, waitUntil } from './processes.ts';

/** A running Dovecot with one mailbox that has a folder Spam. */
export interface RealMail extends Server {
  /** Login and password of the mailbox. */
  login: string;
  password: string;
  ports: Record<'imap' | 'imaps' | 'pop3' | 'pop3s', number>;
  /** Certificate of the server, made for localhost by itself. */
  certificate: string;
}

/** Starts Debian's Dovecot on loopback, plain and with TLS (reference/real-servers.md, section 8). */
export async function startMail(): Promise<RealMail> {
  const folder = freshFolder('mail');
  const [imap, imaps, pop3, pop3s] = [await freePort(), await freePort(), await freePort(), await freePort()];
  mkdirSync(join(folder, 'vmail'));
  run('chown', ['mail:mail', join(folder, 'vmail')]);
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate]);
  writeFileSync(join(folder, 'users'), 'user@mail.test:mail-pw::::::\n');
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, configOf(folder, { imap, imaps, pop3, pop3s }));
  const server = startServer({ command: 'dovecot', args: ['-F', '-c', file], log: join(folder, 'out.log') });
  const answers = () =>
    readFileSync(join(folder, 'dovecot.log'), { encoding: 'utf8', flag: 'a+' }).includes('starting up');
  await waitUntil('Dovecot', answers);
  return {
    login: 'user@mail.test',
    password: 'mail-pw',
    ports: { imap, imaps, pop3, pop3s },
    certificate: readFileSync(certificate, 'utf8'),
    stop: () => stopAll([server], folder),
  };
}

function configOf(folder: string, ports: RealMail['ports']): string {
  return `protocols = imap pop3
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = 8
mail_location = maildir:~/Maildir
auth_failure_delay = 0
namespace inbox {
  inbox = yes
  separator = /
  mailbox Spam {
    auto = subscribe
    special_use = \\Junk
  }
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/vmail/%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${ports.pop3}
  }
  inet_listener pop3s {
    port = ${ports.pop3s}
    ssl = yes
  }
}
`;
}
