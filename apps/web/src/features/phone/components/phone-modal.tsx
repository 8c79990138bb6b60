import { codeField } from '@laurel/contracts/fields';
import type { PhoneChannel, SecondFactorKind } from '@laurel/contracts/verification';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { maskPhone } from '../../../lib/person.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type SecondFactor, SecondFactorStage } from '../../../ui/second-factor.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { useNow } from '../../../ui/use-now.ts';
import {
  confirmPhoneCode,
  dropKey,
  keepCooldown,
  keepKey,
  keepRequest,
  messageQuery,
  readNumber,
  readRequest,
  requestPhoneCode,
  requireConfirmed,
} from '../api.ts';
import {
  afterConfirmFailure,
  afterRequestFailure,
  type CodeMessage,
  cooldownEnd,
  isKeyAlive,
  isOnItsWay,
  mayBeConfirmed,
  mayBeSent,
  NO_MESSAGE,
  openingStep,
  openKey,
  type PhoneStep,
} from '../flow.ts';
import { NumberForm } from './number-form.tsx';
import { NextChannel, ResendLine } from './resend-line.tsx';
import { type Contact, useContact } from './use-contact.tsx';

type Props = {
  /** The account's number, if known. */
  phoneNumber: string | undefined;
  blockedRegions: readonly string[];
  /** The second factors that the account has. */
  factors?: readonly SecondFactorKind[] | undefined;
  notice?: string | undefined;
  /** Why the step is required. */
  reason?: string | undefined;
  /** If the number that Telegram has counts, too. */
  contact?: Contact | undefined;
  steps: number;
  onVerified(): Promise<void>;
  /** Called when the server no longer has the request. */
  onExpired(failure: ApiFailure): void;
};

/** Confirms the phone: the number, a two-factor code if the last one is too old, the code from the message. */
export const PhoneModal = (props: Props) => {
  const { phoneNumber, blockedRegions, factors, notice, reason, contact, steps, onVerified, onExpired } = props;
  const { t } = useTranslation('phone');
  const failureText = useFailureText();
  const now = useNow();
  const request = readRequest(now);
  const [step, setStep] = useState<PhoneStep>(() => openingStep(request, now));
  const [number, setNumber] = useState(phoneNumber);
  const [sent, setSent] = useState(false);
  const [message, setMessage] = useState<CodeMessage>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { data } = useQuery(messageQuery(request, message));
  const { channel, next, delivery } = data ?? message ?? NO_MESSAGE;
  const { offer, asksFactor, share } = useContact(contact, now, onVerified);
  useBackStep(step === 'twoFactor' ? () => setStep('ask') : undefined);
  // Another tab requested the code.
  if (step === 'ask' && isKeyAlive(request, now)) {
    setStep('code');
    setNumber(readNumber() ?? number);
    setFailure(undefined);
  }

  const send = async (
    to: string | undefined,
    { proof, by }: { proof?: SecondFactor; by?: PhoneChannel } = {},
  ): Promise<ApiFailure | undefined> => {
    const { requestKey } = readRequest(Date.now());
    setFailure(undefined);
    setSent(false);
    dropKey();
    try {
      await requestPhoneCode(
        {
          ...proof,
          ...(by && { channel: by }),
          // Always the number that the page shows: the account's may have changed without this page.
          ...(to === undefined ? {} : { phoneNumber: to }),
        },
        setMessage,
      );
      setStep('code');
      setSent(true);
      return undefined;
    } catch (error) {
      const refused = asFailure(error);
      const endsAt = cooldownEnd(refused, Date.now());
      if (endsAt !== undefined) keepCooldown(endsAt);
      const then = afterRequestFailure(refused, proof !== undefined);
      if (then === 'verified') {
        await onVerified();
        return undefined;
      }
      const opened = openKey(refused);
      if (opened !== undefined) {
        keepRequest(opened, to, endsAt);
        // The cooldown's end is shown. Another limit is the reason why no other code was sent.
        setFailure(endsAt === undefined ? refused : undefined);
        setStep('code');
        return undefined;
      }
      if (mayBeSent(refused)) {
        // The response to another request shows whether the previous code is still valid.
        if (step === 'code') setStep('ask');
      } else if (requestKey !== undefined) {
        // No new code was sent, so the previous one is still valid.
        keepKey(requestKey);
      }
      if (then === 'twoFactor') {
        setStep('twoFactor');
        return undefined;
      }
      setFailure(refused);
      return refused;
    }
  };

  /** Sends the code; after a lost response, checks whether it was accepted. */
  const tryCode = async (code: string): Promise<ApiFailure | undefined> => {
    try {
      await confirmPhoneCode(code);
      return undefined;
    } catch (error) {
      const refused = asFailure(error);
      if (!mayBeConfirmed(refused)) return refused;
      try {
        await requireConfirmed();
        return undefined;
      } catch (checked) {
        return refused.code === 'connection.lost' ? asFailure(checked) : refused;
      }
    }
  };

  const confirm = async (code: string): Promise<ApiFailure | undefined> => {
    setFailure(undefined);
    setSent(false);
    const refused = await tryCode(code);
    if (!refused) {
      await onVerified();
      return undefined;
    }
    const then = afterConfirmFailure(refused);
    if (then === 'stay') return refused;
    dropKey();
    if (then === 'expired') onExpired(refused);
    setFailure(refused);
    setStep('ask');
    return undefined;
  };

  const failureNotice = failure && <Notice tone="bad">{failureText(failure, 'phoneRequest')}</Notice>;

  if (step === 'ask' && !asksFactor) {
    return (
      <Stage name="ask">
        <Steps step={3} total={steps} />
        <DialogTitle>{t('askTitle')}</DialogTitle>
        {notice !== undefined && !failure && <Notice tone="ok">{notice}</Notice>}
        {reason !== undefined && !failure && <Notice tone="bad">{reason}</Notice>}
        {failureNotice}
        {offer}
        <DialogLead>{t(offer ? 'orCode' : 'askLead')}</DialogLead>
        <NumberForm
          tone={offer ? 'ghost' : 'gold'}
          phoneNumber={number ?? ''}
          blockedRegions={blockedRegions}
          request={request}
          now={now}
          onSubmit={async (to) => {
            setNumber(to);
            await send(to);
          }}
        />
      </Stage>
    );
  }
  if (step === 'twoFactor' || asksFactor) {
    return (
      <SecondFactorStage
        steps={<Steps step={3} total={steps} />}
        title={t('twoFactorTitle')}
        lead={t('twoFactorLead')}
        submitLabel={t(asksFactor ? 'share' : 'send')}
        doing="phoneRequest"
        factors={factors}
        onSubmit={(proof) => (asksFactor ? share(proof) : send(number, { proof }))}
      />
    );
  }
  const from = t(`from.${channel ?? 'sms'}`);
  const undelivered = delivery === 'failed' && channel !== null;
  return (
    <Stage name="code">
      <Steps step={3} total={steps} />
      <DialogTitle>{t('codeTitle', { from })}</DialogTitle>
      {sent && !undelivered && <Notice tone="ok">{t('sent')}</Notice>}
      {failureNotice}
      {undelivered && !failure && <Notice tone="bad">{t('undelivered')}</Notice>}
      <DialogLead>{t('codeLead', { phone: maskPhone(number ?? '') })}</DialogLead>
      <CodeForm
        label={t('code', { from })}
        submitLabel={t('confirm')}
        doing="phoneConfirm"
        rule={codeField}
        onSubmit={confirm}
      />
      {next && (undelivered || !isOnItsWay(request, now)) && (
        <NextChannel by={next} onSend={() => send(number, { by: next })} />
      )}
      <ResendLine request={request} now={now} onSend={() => send(number)} />
      <Button
        tone="plain"
        full
        onClick={() => {
          dropKey();
          setStep('ask');
        }}
      >
        {t('changeNumber')}
      </Button>
    </Stage>
  );
};
