import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, freshFolder, run, type Server, startServer, stopAll, waitUntil } from './processes.ts';

/** Packages of a mail server that takes mail too. */
export const mailPackages = [
  ...['dovecot-imapd', 'dovecot-pop3d', 'dovecot-lmtpd', 'dovecot-sieve', 'postfix', 'openssl', 'curl'],
];

/** A running Dovecot with one mailbox that has a folder Spam. */
export interface RealMail extends Server {
  /** Login and password of the mailbox. */
  login: string;
  password: string;
  ports: Record<'imap' | 'imaps' | 'pop3' | 'pop3s', number>;
  /** Certificate of the server, made for localhost by itself. */
  certificate: string;
}

/** The same with a Postfix before it: every address of mail.test is a mailbox, what has
 * X-Spam-Flag: YES, or goes to an address with "spam" in it, is filed as spam. */
export interface RealMailServer extends RealMail {
  smtpPort: number;
  /** A command that sends its input as mail, as sendmail -t does: for php's sendmail_path. */
  sendmail: string;
}

/** Starts Debian's Dovecot and Postfix on loopback (reference/real-servers.md, section 8). */
export async function startMailServer(): Promise<RealMailServer> {
  const [lmtp, smtpPort] = [await freePort(), await freePort()];
  const mail = await startMail(lmtp);
  const folder = freshFolder('postfix');
  for (const name of ['queue', 'data', 'etc']) mkdirSync(join(folder, name));
  run('chown', ['postfix', join(folder, 'data')]);
  const etc = join(folder, 'etc');
  writeFileSync(join(etc, 'main.cf'), postfixConfig(folder, lmtp));
  copyFileSync('/usr/share/postfix/master.cf.dist', join(etc, 'master.cf'));
  run('postconf', ['-c', etc, '-F', '*/*/chroot = n']);
  run('postconf', ['-c', etc, '-MX', 'smtp/inet']);
  run('postconf', ['-c', etc, '-M', `${smtpPort}/inet=127.0.0.1:${smtpPort} inet n - n - - smtpd`]);
  const server = startServer({ command: 'postfix', args: ['-c', etc, 'start-fg'], log: join(folder, 'postfix.log') });
  await waitUntil('Postfix', () => isListening(smtpPort));
  const sendmail = join(folder, 'sendmail');
  writeFileSync(sendmail, sendmailScript(smtpPort), { mode: 0o755 });
  const stop = async () => {
    await stopAll([server], folder);
    await mail.stop();
  };
  return { ...mail, smtpPort, sendmail, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}

const sendmailScript = (port: number) => `#!/bin/sh
mail=$(mktemp); cat > "$mail"
to=$(sed -n 's/^[Tt]o: *//p' "$mail" | head -1 | sed 's/.*<\\(.*\\)>.*/\\1/')
curl -s --crlf "smtp://127.0.0.1:${port}" --mail-from site@mail.test --mail-rcpt "$to" -T "$mail"; rm -f "$mail"
`;

const postfixConfig = (folder: string, lmtp: number) => `compatibility_level=3.6
queue_directory=${folder}/queue
data_directory=${folder}/data
command_directory=/usr/sbin
daemon_directory=/usr/lib/postfix/sbin
mail_owner=postfix
setgid_group=postdrop
myhostname=mail.test
mydestination=
inet_interfaces=127.0.0.1
inet_protocols=ipv4
mynetworks=127.0.0.0/8
alias_maps=
default_transport=error:no outside delivery
virtual_mailbox_domains=mail.test
virtual_mailbox_maps=static:ok
virtual_transport=lmtp:inet:127.0.0.1:${lmtp}
smtpd_client_connection_count_limit=0
maillog_file=/dev/stdout
`;

/** Starts Debian's Dovecot on loopback, plain and with TLS (reference/real-servers.md, section 8). */
export async function startMail(lmtpPort?: number): Promise<RealMail> {
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
  const lmtp = lmtpPort === undefined ? '' : lmtpConfig(folder, lmtpPort);
  writeFileSync(file, `${configOf(folder, { imap, imaps, pop3, pop3s })}${lmtp}`);
  if (lmtpPort !== undefined) {
    writeFileSync(join(folder, 'spam.sieve'), spamSieve);
    run('sievec', ['-c', file, join(folder, 'spam.sieve')]);
  }
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

const spamSieve =
  'require ["fileinto","mailbox"]; if anyof (header :contains "X-Spam-Flag" "YES", header :contains "To" "spam") { fileinto :create "Spam"; stop; }\n';

/** Mail comes in by LMTP; any address is a mailbox with password anypw. */
const lmtpConfig = (folder: string, port: number) => `
passdb {
  driver = static
  args = password=anypw
}
protocols = imap pop3 lmtp
protocol lmtp {
  mail_plugins = sieve
  postmaster_address = postmaster@mail.test
}
plugin {
  sieve_before = ${folder}/spam.sieve
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
`;

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
