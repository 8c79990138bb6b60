import type { NodemailerError } from 'nodemailer';
import { isLoopbackHost } from '../../http/loopback.ts';
import { DeliveryError } from '../delivery-error.ts';
import type { EmailSender } from './port.ts';

export type SmtpOptions = {
  /** smtp:// (STARTTLS) or smtps://, with user, password and nodemailer's settings as query parameters. */
  url: string;
  /** The From header. */
  from: string;
  /** The Reply-To header. */
  replyTo?: string;
  /** Allows unencrypted mails over a network to a server without TLS. */
  allowUnencrypted?: boolean;
  /** A certificate authority to trust, PEM. */
  ca?: string;
  timeouts?: {
    /** For connecting, and again for the server's greeting. */
    connectMs?: number;
    /** For a connection without activity. */
    silenceMs?: number;
    /** For one mail in total. */
    totalMs?: number;
  };
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
const TOTAL_MS = 40_000;

const TLS_SETTINGS = ['secure', 'requireTLS', 'ignoreTLS', 'opportunisticTLS'];

/**
 * Requires TLS over a network, because mails contain codes, unless the configuration allows otherwise. The certificate
 * of a server at a loopback address is verified only with `ca`: its packets do not leave the machine.
 */
const tlsRules = ({ url: address, ca, allowUnencrypted = false }: SmtpOptions) => {
  const url = new URL(address);
  const local = isLoopbackHost(url.hostname);
  const requireTLS = url.protocol === 'smtp:' && !local && !allowUnencrypted;
  // In nodemailer, settings in the URL override those of the options.
  if (requireTLS) for (const setting of TLS_SETTINGS) url.searchParams.delete(setting);
  return {
    url: url.href,
    requireTLS,
    tls: ca === undefined ? { rejectUnauthorized: !local } : { ca },
  };
};

/** Commands whose rejection concerns the recipient or the mail, and not the client (RFC 5321 §4.2). */
const MAIL_STAGES = new Set(['RCPT TO', 'DATA']);
/** Authentication errors. Any command can get one (RFC 4954 §6). The organiser can fix them, so they are temporary. */
const AUTH_CODES = new Set([530, 534, 535, 538]);

const isPermanent = ({ code, command, responseCode }: NodemailerError): boolean => {
  // Rejected by nodemailer itself: an address or a mail that no server could accept.
  if (responseCode === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE';
  return responseCode >= 500 && !AUTH_CODES.has(responseCode) && MAIL_STAGES.has(command ?? '');
};

const asDeliveryError = (thrown: unknown): DeliveryError => {
  const error: NodemailerError = thrown instanceof Error ? thrown : new Error('unknown failure');
  const detail = [error.code, error.command, error.responseCode].filter((part) => part !== undefined).join(' ');
  const serverText = error.response ?? error.message;
  return new DeliveryError(`smtp: ${detail || error.name}`, { permanent: isPermanent(error), detail: serverText });
};

/** Loads nodemailer, which takes 4 MB, for the first mail. */
const transportOf = async (options: SmtpOptions) => {
  const { createTransport } = await import('nodemailer');
  const { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = options.timeouts ?? {};
  return createTransport({
    ...tlsRules(options),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Connects and logs in without sending a mail. @throws DeliveryError */
export const probeSmtp = async (options: SmtpOptions): Promise<void> => {
  const transport = await transportOf(options);
  try {
    await transport.verify();
  } catch (error) {
    throw asDeliveryError(error);
  } finally {
    transport.close();
  }
};

/** Sends mails over SMTP (RFC 5321). A mail's Message-ID is its `messageId` at the sender's domain. */
export const createSmtpSender = (options: SmtpOptions): EmailSender => {
  const totalMs = options.timeouts?.totalMs ?? TOTAL_MS;
  let opening: ReturnType<typeof transportOf> | undefined;
  const domain = options.from.match(/@([\w.-]+)/)?.[1] ?? 'localhost';

  return {
    send: async ({ to, subject, text, html, pictures = [], stopUrl, messageId }, signal) => {
      const limit = AbortSignal.timeout(totalMs);
      opening ??= transportOf(options);
      const transport = await opening;
      try {
        await transport.sendMail({
          from: options.from,
          // An object is always a single address, even with commas or names in it.
          to: { name: '', address: to },
          ...(options.replyTo === undefined ? {} : { replyTo: options.replyTo }),
          subject,
          text,
          html,
          attachments: pictures.map(({ cid, name, type, content }) => ({
            cid,
            filename: name,
            contentType: type,
            content,
            contentDisposition: 'inline' as const,
          })),
          messageId: `<${messageId}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(stopUrl && {
              'List-Unsubscribe': `<${stopUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
      } catch (error) {
        throw asDeliveryError(error);
      }
    },
  };
};
