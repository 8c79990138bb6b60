#!/usr/bin/env python3
"""Checks an auditors' bundle of a Laurel public log, without Laurel and without a network.

    python3 verify.py bundle.jsonl [--key VKEY] [--witness VKEY ...] [--checkpoint FILE ...]
        [--receipt FILE ...] [--promise FILE ...]

Needs Python 3.9 or later and its standard library alone. The formats are in docs/public-log.md.

The verdict is one sentence on standard output; after HOLDS a second line says what was seen. Findings and progress are on
standard error. A file that somebody gave you and that proves nothing is told beside the verdict and does not change it.
Exit codes: 0 it holds; 1 it does not hold; 2 a file can't be read as what it should be.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import calendar
import hashlib
import json
import re
import sys
from array import array

OK, FAILS, BAD_INPUT = 0, 1, 2

# The longest line that is read, in octets. A list of ten million places fits.
MOST_LINE = 1 << 28
# The largest file of a checkpoint, receipt or promise, in octets.
MOST_FILE = 1 << 26
# How many findings of one kind are printed in full.
MOST_ALIKE = 10
# The most hashes in a path, the most lines of signatures.
MOST_PATH, MOST_SIGNATURES = 64, 256

PROOF_HEADER = "c2sp.org/tlog-proof@v1"
WHOLE = re.compile(r"(0|[1-9][0-9]{0,14})\Z", re.ASCII)
# Behind every time.
NEVER = float("inf")
TIME = re.compile(rb"(?:-|([12]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\.(\d{3})Z)\Z")
DIGEST = re.compile(rb"[0-9a-f]{64}\Z")
# Votes that were cast before voting closed are stored until so many milliseconds after it. Then the result follows.
LAST_VOTE = 12_000


class BadInput(Exception):
    """A file is not what it should be, so that nothing can be said about the vote."""


class NotEvidence(Exception):
    """A file beside the bundle is no checkpoint, receipt or promise. That says nothing about the bundle."""


class Broken(Exception):
    """A note, key or proof that has the wrong form. The message completes the sentence "it …"."""


# --- Ed25519, RFC 8032, section 5.1 -------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    """The x of the point with this y whose lowest bit is the sign, or None if there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * SQRT_M1 % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


def decode_point(data):
    """A point in extended coordinates from its 32 octets, or None."""
    value = int.from_bytes(data, "little")
    y = value & ((1 << 255) - 1)
    x = recover_x(y, value >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def encode_point(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def verify_ed25519(public_key, message, signature):
    """Whether the signature (64 octets) of the message is by the owner of the public key (32 octets)."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    point = decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    x, y, z, t = point
    # S·B − k·A must be R, octet for octet.
    return encode_point(add(multiply(s, BASE), multiply(k, (P - x, y, z, P - t)))) == signature[:32]


# --- Hashes and trees, RFC 6962, section 2.1 ----------------------------------------------------------------------------


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(leaf):
    return sha256(b"\0" + leaf)


def node_hash(left, right):
    return sha256(b"\1" + left + right)


class Tree:
    """The tree of the leaves that were added so far. It keeps one hash for each complete part."""

    def __init__(self):
        self.size = 0
        self.parts = []

    def add(self, leaf):
        parts = self.parts
        parts.append(leaf_hash(leaf))
        self.size += 1
        size = self.size
        while size & 1 == 0:
            right = parts.pop()
            parts[-1] = node_hash(parts[-1], right)
            size >>= 1

    def root(self):
        if not self.parts:
            return sha256(b"")
        root = self.parts[-1]
        for part in reversed(self.parts[:-1]):
            root = node_hash(part, root)
        return root


def root_from_path(index, size, leaf, path):
    """The root that the path gives for the leaf at this place, or None if the path has another length."""
    if index >= size:
        return None
    node, last, current = leaf_hash(leaf), size - 1, index
    for sibling in path:
        if last == 0:
            return None
        if current & 1 or current == last:
            node = node_hash(sibling, node)
            while current & 1 == 0 and current:
                current >>= 1
                last >>= 1
        else:
            node = node_hash(node, sibling)
        current >>= 1
        last >>= 1
    return node if last == 0 else None


# --- Texts: base64, keys, notes, checkpoints, proofs --------------------------------------------------------------------


def decode_base64(text, length=None):
    """The octets of base64 with padding, exactly as an encoder writes it. Raises Broken."""
    try:
        data = binascii.a2b_base64(text)
        same = binascii.b2a_base64(data, newline=False) == (text.encode("ascii") if isinstance(text, str) else text)
    except (ValueError, UnicodeError):
        same = False
    if not same or (length is not None and len(data) != length):
        raise Broken("has base64 that is wrong")
    return data


def decode_base64url(text, length):
    """The octets of base64url without padding. Raises Broken."""
    if not re.match(r"[A-Za-z0-9_-]*\Z", text, re.ASCII):
        raise Broken("has base64url that is wrong")
    plain = text.replace("-", "+").replace("_", "/")
    return decode_base64(plain + "=" * (-len(plain) % 4), length)


class Key:
    """A verifier key: `name+id+base64(type, public key)`. Type 1 signs notes, type 4 is a witness."""

    def __init__(self, text, kind):
        parts = text.split("+", 2) if isinstance(text, str) else []
        if len(parts) != 3 or not parts[0] or re.search(r"[\s\ud800-\udfff]", parts[0]):
            raise Broken("is not name+id+key")
        data = decode_base64(parts[2])
        if len(data) != 33 or data[0] != kind:
            raise Broken("is not a key of the kind that belongs here")
        self.text, self.name, self.kind, self.public = text, parts[0], kind, data[1:]
        self.id = self.id_under(self.name)
        if parts[1] != self.id.hex():
            raise Broken("has an id that is not the id of its key: one of them was swapped")

    def id_under(self, name):
        return sha256(name.encode() + b"\n" + bytes([self.kind]) + self.public)[:4]


class Note:
    """A signed checkpoint: origin, size, root, and lines of signatures."""

    def __init__(self, text):
        # JSON can have half a character, which has no UTF-8.
        if re.search("[\x00-\x09\x0b-\x1f\ud800-\udfff]", text) or not text.endswith("\n"):
            raise Broken("is cut, or has characters that no checkpoint has")
        cut = text.rfind("\n\n")
        if cut < 0:
            raise Broken("has no signatures: it is cut")
        self.text = text
        self.body = text[: cut + 1].encode()
        lines = text[:cut].split("\n")
        if len(lines) < 3 or "" in lines or not WHOLE.match(lines[1]):
            raise Broken("is not a checkpoint")
        self.origin, self.size, self.root = lines[0], int(lines[1]), decode_base64(lines[2], 32)
        self.signatures = []
        for line in text[cut + 2 : -1].split("\n"):
            parts = line.split(" ")
            if len(parts) != 3 or parts[0] != "\u2014" or not parts[1] or "+" in parts[1]:
                raise Broken("has a line that is not a signature")
            data = decode_base64(parts[2])
            if len(data) < 5:
                raise Broken("has a signature that is too short")
            self.signatures.append((parts[1], data[:4], data[4:]))
        if len(self.signatures) > MOST_SIGNATURES:
            raise Broken("has too many signatures")

    def is_signed_by(self, key, name):
        """Whether the log's key signed it under that name. A wrong signature among right ones counts as forged."""
        mine = [data for signer, id_, data in self.signatures if signer == name and id_ == key.id_under(name)]
        return bool(mine) and all(verify_ed25519(key.public, self.body, data) for data in mine)

    def cosignature_of(self, witness):
        """'ok', 'wrong' (the signature is not right), 'other key' (the witness' name with another key) or 'none'."""
        named = [(id_, data) for signer, id_, data in self.signatures if signer == witness.name]
        mine = [data for id_, data in named if id_ == witness.id]
        if not mine:
            return "other key" if named else "none"
        for data in mine:
            time = int.from_bytes(data[:8], "big")
            message = b"cosignature/v1\ntime %d\n" % time + self.body
            if len(data) != 72 or not 0 < time < 1 << 63 or not verify_ed25519(witness.public, message, data[8:]):
                return "wrong"
        return "ok"

    def cosigned_at(self, witness):
        """When a witness cosigned, in seconds since 1970."""
        return max(int.from_bytes(data[:8], "big") for signer, id_, data in self.signatures if signer == witness.name and id_ == witness.id)


class Proof:
    """A tlog-proof: a leaf (if it has the extra line), its place, the path, and the signed checkpoint."""

    def __init__(self, text):
        head, blank, rest = text.partition("\n\n")
        lines = head.split("\n")
        if lines[0] != PROOF_HEADER or not blank:
            raise Broken("is cut")
        lines.pop(0)
        self.leaf = None
        if lines and lines[0].startswith("extra "):
            self.leaf = decode_base64(lines.pop(0)[6:])
        if not lines or not lines[0].startswith("index ") or not WHOLE.match(lines[0][6:]):
            raise Broken("has no place")
        self.index = int(lines.pop(0)[6:])
        if len(lines) > MOST_PATH:
            raise Broken("has a path that is too long")
        self.path = [decode_base64(line, 32) for line in lines]
        self.note = Note(rest)


def commitment_of(server_nonce, browser_nonce, category, nominee):
    return sha256(server_nonce + browser_nonce + category + b"\n" + nominee)


# --- What a voter hands to an auditor -----------------------------------------------------------------------------------


class Evidence:
    """A receipt, a promise, or both, of one vote; with the opening if the voter adds it."""

    def __init__(self, label):
        self.label = label
        self.leaf = None
        self.opening = None
        self.index = None
        self.receipt = None
        self.promise = None
        # A sentence about what is wrong with its form.
        self.broken = None


def read_file(path):
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_FILE + 1)
    except OSError as error:
        raise BadInput("%s can't be read: %s" % (path, error.strerror or "no such file")) from None
    if len(data) > MOST_FILE:
        raise NotEvidence("%s is too large" % path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotEvidence("%s is not a text" % path) from None


def refuse_constant(name):
    raise ValueError(name)


def read_number(text):
    """A number of JSON as verify.html reads it: a double, of which 2.0 is a whole number."""
    number = float(text)
    return int(number) if number.is_integer() else number


def is_whole(value):
    return type(value) is int and abs(value) < 2**53


def canonical_of(value):
    """Canonical JSON (RFC 8785) of what leaves have: texts, whole numbers, null, lists and objects. A key that occurs twice is lost."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


DECODER = json.JSONDecoder(parse_constant=refuse_constant, parse_float=read_number, parse_int=read_number)


def as_kind(value, kind):
    """The value, if it has the type. Raises TypeError: some operations of Python accept several types."""
    if type(value) is not kind:
        raise TypeError
    return value


def place_proof(evidence, text):
    """Puts a tlog-proof where its note's origin says that it belongs. A broken one is told by `broken`."""
    try:
        proof = Proof(text)
    except Broken as error:
        evidence.broken = str(error)
        return
    if proof.note.origin.endswith("/promises"):
        evidence.promise = proof
    else:
        evidence.receipt = proof
    if proof.leaf is None:
        if evidence.leaf is None:
            evidence.broken = "does not say which leaf it is for"
    elif evidence.leaf is None:
        evidence.leaf = proof.leaf
    elif evidence.leaf != proof.leaf:
        evidence.broken = "names two different leaves"


def read_item(label, item):
    """An item of GET /api/vote/receipts, with an optional `promise`."""
    texts = ("nomination", "niche", "vote", "serverNonce", "browserNonce", "leaf")
    if not isinstance(item, dict) or not all(isinstance(item.get(name), str) for name in texts):
        raise NotEvidence("%s is not a receipt" % label)
    index, proofs = item.get("index"), [item.get("proof"), item.get("promise")]
    if not (index is None or is_whole(index)) or not all(text is None or isinstance(text, str) for text in proofs):
        raise NotEvidence("%s is not a receipt" % label)
    evidence = Evidence(label)
    try:
        evidence.leaf = decode_base64(item["leaf"])
        nonces = [decode_base64url(item[name], 16) for name in ("serverNonce", "browserNonce")]
        category = ("%s/%s" % (item["nomination"], item["niche"])).encode()
        evidence.opening = (category, commitment_of(nonces[0], nonces[1], category, item["vote"].encode()))
    except (Broken, UnicodeError) as error:
        evidence.broken = str(error) if isinstance(error, Broken) else "has text that is wrong"
        return evidence
    evidence.index = index
    for text in proofs:
        if text is not None and evidence.broken is None:
            place_proof(evidence, text)
    return evidence


def read_evidence(path, findings):
    """The receipts and promises of a file: a tlog-proof, or JSON. An item that is neither is told, and the others are read."""
    text = read_file(path)
    if text.startswith(PROOF_HEADER):
        evidence = Evidence(path)
        place_proof(evidence, text)
        return [evidence]
    try:
        items = DECODER.decode(text)
    except (ValueError, RecursionError):
        raise NotEvidence("%s is neither a receipt nor a promise, or it is cut" % path) from None
    if isinstance(items, dict) and isinstance(items.get("data"), list):
        items = items["data"]
    if not isinstance(items, list):
        return [read_item(path, items)]
    found = []
    for number, item in enumerate(items, 1):
        try:
            found.append(read_item("%s, item %d" % (path, number), item))
        except NotEvidence as error:
            findings.set_aside("file", "%s." % error)
    return found


def read_kept(path, _findings):
    try:
        return [(path, Note(read_file(path)))]
    except Broken as error:
        raise NotEvidence("%s is not a checkpoint: it %s" % (path, error)) from None


def read_given(paths, read, findings):
    """What the files hold. One that is something else is told beside the verdict."""
    found = []
    for path in dict.fromkeys(paths):
        try:
            found += read(path, findings)
        except NotEvidence as error:
            findings.set_aside("file", "%s." % error)
    return found


# --- The bundle ---------------------------------------------------------------------------------------------------------


class Findings:
    """What does not hold, in the order in which it is found. Many of one kind are counted and not printed."""

    def __init__(self):
        self.counts = {}
        self.aside = {}
        self.first = None

    def report(self, code, text):
        self.counts[code] = self.counts.get(code, 0) + 1
        if self.first is None:
            self.first = text
        if self.counts[code] <= MOST_ALIKE:
            print("[%s] %s" % (code, text), file=sys.stderr)

    def set_aside(self, code, text):
        """Tells what somebody else's file shows that proves nothing. Anybody can make such a file."""
        self.aside[code] = self.aside.get(code, 0) + 1
        if self.aside[code] <= MOST_ALIKE:
            print("Beside the verdict (%s): %s" % (code, text), file=sys.stderr)

    def end(self):
        for counts, form in ((self.counts, "[%s] %d more like these"), (self.aside, "Beside the verdict (%s): %d more like these")):
            for code, count in counts.items():
                if count > MOST_ALIKE:
                    print(form % (code, count - MOST_ALIKE), file=sys.stderr)

    def total(self):
        return sum(self.counts.values())


def rows_of(path):
    """The rows of the bundle: its number of the line, and the value of the JSON."""
    try:
        with open(path, "rb") as file:
            number = 0
            while True:
                line = file.readline(MOST_LINE + 1)
                if not line:
                    return
                number += 1
                if len(line) > MOST_LINE:
                    raise BadInput("line %d of %s is too long" % (number, path))
                try:
                    yield number, DECODER.decode(line.decode("utf-8"))
                except (ValueError, RecursionError):
                    raise BadInput("line %d of %s is not JSON: the file is damaged or cut" % (number, path)) from None
    except OSError as error:
        raise BadInput("%s can't be read: %s" % (path, error.strerror or "no such file")) from None


def is_list_of(value, kind):
    return isinstance(value, list) and all(type(item) is kind for item in value)


def read_header(path, header):
    """The first line, if each of its fields has its type."""
    if not isinstance(header, dict) or header.get("format") != "laurel/bundle/v1":
        raise BadInput("%s is not a bundle: its first line has no format laurel/bundle/v1" % path)
    editions, result = header.get("editions"), header.get("result")
    good = (
        all(isinstance(header.get(name), str) for name in ("origin", "verifierKey", "checkpoint"))
        and is_list_of(header.get("witnesses"), str)
        and is_whole(header.get("quorum"))
        and header["quorum"] >= 0
        and is_list_of(editions, dict)
        and all(is_whole(edition.get("number")) and isinstance(edition.get("json"), str) for edition in editions)
        and (result is None or isinstance(result, dict))
        and (result is None or all(isinstance(result.get(name), str) for name in ("nonce", "text")))
        and (header.get("voters") is None or is_whole(header["voters"]))
    )
    if not good:
        raise BadInput("the first line of %s lacks a field, or a field has the wrong type" % path)
    return header


def names_in(edition):
    """The names of nominations, categories and nominees by their tags: a dictionary of languages for each."""
    for nomination in edition["nominations"]:
        yield (nomination["tag"],), nomination.get("title")
        for category in nomination["categories"]:
            yield (nomination["tag"], category["tag"]), category.get("name")
            for company in category["companies"]:
                yield (nomination["tag"], category["tag"], company["tag"]), company.get("name")


def read_edition(text):
    """The nominees of an edition as (category, tag), its witnesses with their quorum (or None), names, and how many votes are published at once."""
    try:
        edition = DECODER.decode(text)
        found = [
            (("%s/%s" % (as_kind(nomination["tag"], str), as_kind(category["tag"], str))).encode(), company["tag"].encode())
            for nomination in as_kind(edition["nominations"], list)
            for category in as_kind(nomination["categories"], list)
            for company in as_kind(category["companies"], list)
        ]
        log, rule = edition.get("log"), None
        if log is not None:
            rule = ([as_kind(witness["key"], str) for witness in as_kind(log["witnesses"], list)], as_kind(log["quorum"], int))
        step = edition
        for name in ("results", "publishEvery", "votes"):
            step = step.get(name) if isinstance(step, dict) else None
        names = {}
        for tags, texts in names_in(edition):
            # Only what is a text in a language. Verifiers do not ask for names.
            for language, text in sorted(texts.items()) if isinstance(texts, dict) else []:
                if isinstance(text, str):
                    names[("/".join(tags), language)] = text
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise Broken("is not the JSON of an edition") from None
    return found, rule, names, step if is_whole(step) else 1


class History:
    """The grammar of a log: in which order its leaves may stand (docs/public-log.md). Each breach is a finding."""

    def __init__(self, findings):
        self.report = findings.report
        # The place and number of each edition. By number: the first vote under it.
        self.editions, self.voted = [], {}
        # When voting opens and ends by the newest leaf with times, and the place of that leaf.
        self.times, self.times_place = None, None
        # The leaves of times behind which there are votes, with the opening.
        self.openings = []
        # The result that ended voting, and the end at that time. The place of the newest result.
        self.closed_by, self.last_result = None, None
        # By number of an exclusion: whether it applies.
        self.applies = {}
        self.reopenings, self.results, self.reports = 0, 0, 0
        # The place of the newest leaf with the number of voters, and the number.
        self.voters = (None, None)

    def add_edition(self, place, number):
        if self.editions and number <= self.editions[-1][1]:
            self.report("history", "Leaf %d publishes edition %d behind edition %d." % (place, number, self.editions[-1][1]))
        self.editions.append((place, number))

    def add_times(self, place, times):
        set_times = [time for time in times if time is not None]
        opens, closes, announced = times
        if set_times != sorted(set_times) or (opens is not None and opens in (closes, announced)):
            self.report("history", "Leaf %d has times in the wrong order: voting opens, closes, and then the winners are announced." % place)
        ends = min((time for time in (closes, announced) if time is not None), default=NEVER)
        self.times, self.times_place = (opens, ends), place
        # Only an end that comes after the last votes of the old one opens voting again.
        if self.closed_by is not None and ends > self.closed_by[1] + LAST_VOTE:
            self.closed_by = None
            self.reopenings += 1

    def add_vote(self, place):
        if not self.editions:
            self.report("history", "Leaf %d is a vote before the first edition." % place)
        else:
            self.voted.setdefault(self.editions[-1][1], place)
        if self.times is None:
            self.report("history", "Leaf %d is a vote before the first times." % place)
        elif self.times[0] is not None and (not self.openings or self.openings[-1][0] != self.times_place):
            self.openings.append((self.times_place, self.times[0]))
        if self.closed_by is not None:
            self.report("result", "Leaf %d is a vote behind the result of leaf %d, and no leaf between them moved the end of voting." % (place, self.closed_by[0]))

    def add_exclusion(self, place, number, applied, reasons, hides):
        before = self.applies.get(number)
        if applied and before is not None:
            self.report("history", "Leaf %d applies exclusion %d, which was applied before." % (place, number))
        elif not applied and not before:
            self.report("history", "Leaf %d undoes exclusion %d, which does not apply." % (place, number))
        self.applies[number] = applied
        if not reasons or any(not reason.strip(" \t\r\n") for reason in reasons):
            self.report("history", "Leaf %d gives no reason for exclusion %d." % (place, number))
        if hides and self.closed_by is not None:
            self.report("exclusion", "Leaf %d hides a number of exclusion %d behind the result of leaf %d." % (place, number, self.closed_by[0]))

    def add_result(self, place, voters):
        if self.times is None or self.times[1] == NEVER:
            self.report("result", "Leaf %d is a result, and no leaf says when voting ends." % place)
        if self.last_result is not None and self.last_result == place - 1:
            self.report("result", "Leaf %d is a result that follows that of leaf %d at once: no leaf between them says why it changed." % (place, place - 1))
        self.last_result = place
        self.closed_by = (place, NEVER if self.times is None else self.times[1])
        self.results += 1
        self.voters = (place, voters)

    def add_report(self, place, version):
        if self.closed_by is None or version != self.reports + 1:
            self.report("history", "Leaf %d is version %d of the report, behind %d versions and %s." % (place, version, self.reports, "no result" if self.closed_by is None else "the result of leaf %d" % self.closed_by[0]))
        self.reports = version
        # A report explains no change: a result behind it follows the result before it.
        if self.last_result == place - 1:
            self.last_result = place


class Bundle:
    """All checks of a bundle."""

    def __init__(self, path, options, findings):
        self.path, self.options, self.findings = path, options, findings
        self.tree = Tree()
        # Roots of earlier sizes that a kept checkpoint or a receipt speaks of.
        self.roots = {}
        # By (category, tag): the number of the nominee. By number: the votes cast.
        self.nominees, self.cast = {}, array("q")
        # By place: the number of the nominee, or -1 if there is no vote that opens.
        self.votes = array("i")
        # The first 8 octets of each commitment.
        self.starts = array("Q")
        self.editions, self.listed_in_newest = {}, []
        # By (tags, language): the last name. The tags whose name changed, with its edition.
        self.names, self.renamed = {}, {}
        # By number: the leaves of an exclusion; the places of its votes that open; all of its places with their salt.
        self.exclusion_leaves, self.held, self.listed = {}, {}, {}
        self.result_leaf = None
        self.history = History(findings)
        # By number: the witnesses of an edition with their quorum, and how many votes it publishes at once.
        self.rules, self.steps, self.signers = {}, {}, []
        self.left_out = 0
        self.places = {}
        self.count = 0

    # The first line.

    def read_first_line(self, header):
        report = self.findings.report
        self.header = header
        self.origin = header["origin"]
        self.year = self.origin.rsplit("/", 1)[-1].encode("utf-8", "replace")
        self.key = None
        try:
            self.key = Key(header["verifierKey"], 1)
            if self.key.name != self.origin:
                report("log-key", "The bundle's key is named %s, but the log is %s." % (self.key.name, self.origin))
        except Broken as error:
            report("log-key", "The log's key in the bundle %s." % error)
        pinned = self.options.key
        if pinned is not None:
            if header["verifierKey"] != pinned.text:
                report("log-key", "The bundle names another key of the log than the one that you pinned: somebody else signed it, or the key was swapped.")
            self.key = pinned
        self.read_checkpoint()
        self.read_editions()

    def read_checkpoint(self):
        report = self.findings.report
        self.note = None
        try:
            note = Note(self.header["checkpoint"])
        except Broken as error:
            report("checkpoint", "The bundle's checkpoint %s." % error)
            return
        self.note = note
        if note.origin != self.origin:
            report("checkpoint", "The bundle's checkpoint is of the log %s and not of %s." % (note.origin, self.origin))
        if self.key is None or not note.is_signed_by(self.key, self.key.name):
            report("checkpoint", "The bundle's checkpoint is not signed with the log's key: it is not the log's, or it was changed.")
        self.check_witnesses(note)

    def check_witnesses(self, note):
        report = self.findings.report
        good, owners, names = 0, {}, set()
        self.signers = []
        for text in self.header["witnesses"]:
            try:
                witness = Key(text, 4)
            except Broken as error:
                report("witness", "The witness key %s %s." % (text[:100], error))
                continue
            names.add(text)
            if witness.public in owners:
                report("witness", "The witnesses %s and %s have the same key: that is one witness." % (owners[witness.public], witness.name))
                continue
            owners[witness.public] = witness.name
            state = note.cosignature_of(witness)
            if state == "ok":
                good += 1
                self.signers.append(witness.name)
            elif state == "wrong":
                report("witness", "The cosignature of the witness %s is wrong: the checkpoint is not the one that it saw." % witness.name)
            elif state == "other key":
                report("witness", "The witness %s cosigned with another key than the bundle lists: the key was swapped." % witness.name)
        if good < self.header["quorum"]:
            report("quorum", "%d of %d witnesses cosigned the checkpoint, and %d must have." % (good, len(self.header["witnesses"]), self.header["quorum"]))
        for pinned in self.options.witness:
            if pinned.text not in names:
                report("witness", "The bundle does not list the witness %s with the key that you pinned: the key was swapped or left out." % pinned.name)

    def read_editions(self):
        report = self.findings.report
        newest, rule = -1, None
        for edition in self.header["editions"]:
            number, text = edition["number"], edition["json"]
            if number in self.editions:
                report("edition", "The bundle has edition %d twice." % number)
                continue
            # Whether its leaf was seen, and the hash that it must have.
            self.editions[number] = [False, sha256(text.encode("utf-8", "replace"))]
            try:
                found, asked, names, step = read_edition(text)
            except (Broken, UnicodeError) as error:
                report("edition", "Edition %d of the bundle %s." % (number, error))
                continue
            self.rules[number], self.steps[number] = asked, step
            for (tags, language), name in names.items():
                before = self.names.get((tags, language), name)
                if before != name:
                    self.renamed.setdefault((number, tags), (before, name))
                self.names[(tags, language)] = name
            for nominee in found:
                if nominee not in self.nominees:
                    self.nominees[nominee] = len(self.nominees)
                    self.cast.append(0)
            if number > newest:
                newest, rule, self.listed_in_newest = number, asked, found
        if rule is not None and rule != (self.header["witnesses"], self.header["quorum"]):
            report("witness", "The bundle asks for other witnesses than edition %d, which was published: they were swapped or left out." % newest)

    # The leaves.

    def add_leaf(self, row):
        place = self.tree.size
        try:
            leaf = decode_base64(row[0]) if isinstance(row[0], str) else None
        except Broken:
            leaf = None
        if leaf is None:
            raise BadInput("leaf %d is not base64: the file is damaged" % place)
        self.tree.add(leaf)
        self.votes.append(-1)
        if leaf in self.places:
            self.places[leaf].append(place)
        if leaf.startswith(b"laurel/vote/v1\n"):
            self.add_vote(place, leaf, row)
        else:
            self.add_other(place, leaf, row)
        if self.tree.size in self.roots:
            self.roots[self.tree.size] = self.tree.root()

    def add_vote(self, place, leaf, row):
        report = self.findings.report
        lines = leaf.split(b"\n")
        if len(lines) != 5 or lines[4] != b"":
            report("leaf", "Leaf %d is not a vote, though it says that it is." % place)
            return
        if lines[1] != self.year:
            report("leaf", "Leaf %d is of the year %s: a vote of another edition was added." % (place, show(lines[1])))
        self.count += 1
        self.history.add_vote(place)
        try:
            self.starts.append(int.from_bytes(decode_base64(lines[3], 32)[:8], "big"))
        except Broken:
            report("leaf", "Leaf %d is a vote with a commitment of the wrong form." % place)
            return
        if len(row) != 4:
            report("opening", "The bundle does not open leaf %d, a vote in %s: nobody can count it." % (place, show(lines[2])))
            return
        try:
            nominee = row[1].encode()
            server, browser = decode_base64(row[2], 16), decode_base64(row[3], 16)
        except (Broken, AttributeError, TypeError, UnicodeError):
            report("opening", "The opening of leaf %d, a vote in %s, has the wrong form." % (place, show(lines[2])))
            return
        if binascii.b2a_base64(commitment_of(server, browser, lines[2], nominee), newline=False) != lines[3]:
            report("opening", "Leaf %d does not open to a vote for %s in %s: the vote, its category or its opening was changed." % (place, show(nominee), show(lines[2])))
            return
        number = self.nominees.get((lines[2], nominee))
        if number is None:
            report("nominee", "Leaf %d is a vote for %s in %s, and no edition has that nominee there." % (place, show(nominee), show(lines[2])))
            return
        self.votes[place] = number
        self.cast[number] += 1

    def add_other(self, place, leaf, row):
        report = self.findings.report
        lines = leaf.split(b"\n")
        if len(row) != 1:
            report("leaf", "Leaf %d is no vote, but the bundle opens it as one." % place)
        if len(lines) < 3 or lines[-1] != b"":
            report("leaf", "Leaf %d has the wrong form." % place)
            return
        if lines[1] != self.year:
            report("leaf", "Leaf %d is of the year %s: it is of another edition." % (place, show(lines[1])))
        kind, fields = lines[0], lines[2:-1]
        if kind == b"laurel/edition/v1" and len(fields) == 2:
            self.add_edition(place, fields)
        elif kind == b"laurel/phase/v1" and len(fields) == 3 and all(TIME.match(time) for time in fields):
            self.history.add_times(place, [time_of(time) for time in fields])
        elif kind == b"laurel/exclusion/v1" and len(fields) == 3 and fields[1] in (b"applied", b"undone"):
            self.add_exclusion_leaf(place, fields[:2], None, fields[2])
        elif kind == b"laurel/exclusion/v2" and len(fields) == 4 and fields[1] in (b"applied", b"undone"):
            self.add_exclusion_leaf(place, fields[:2], fields[2], fields[3])
        elif kind == b"laurel/result/v1" and len(fields) == 1:
            self.result_leaf = (place, fields[0])
            self.history.add_result(place, None)
        elif kind == b"laurel/result/v2" and len(fields) == 2 and number_of(fields[0]) is not None:
            self.result_leaf = (place, fields[1])
            self.history.add_result(place, number_of(fields[0]))
        elif kind == b"laurel/report/v1" and len(fields) == 2 and number_of(fields[0]) is not None and DIGEST.match(fields[1]):
            self.history.add_report(place, number_of(fields[0]))
        else:
            report("leaf", "Leaf %d is of an unknown type or has the wrong form: %s." % (place, show(kind)))

    def add_edition(self, place, fields):
        report = self.findings.report
        number = number_of(fields[0])
        self.history.add_edition(place, -1 if number is None else number)
        edition = self.editions.get(number)
        if edition is None:
            report("edition", "Leaf %d says that edition %s was published, and the bundle does not have it." % (place, show(fields[0])))
        elif binascii.b2a_base64(edition[1], newline=False) != fields[1]:
            report("edition", "Edition %d of the bundle is not the one that was published by leaf %d: its text was changed." % (number, place))
            edition[0] = True
        else:
            edition[0] = True

    def add_exclusion_leaf(self, place, fields, commitment, text):
        """Keeps each state of an exclusion, with what its leaf says by category and the commitment to its votes."""
        number = number_of(fields[0])
        counts = {}
        try:
            announced = DECODER.decode(text.decode("utf-8"))
            if canonical_of(announced).encode() != text:
                raise ValueError
            reasons = list(as_kind(announced["reason"], dict).values())
            if not is_list_of(reasons, str):
                raise TypeError
            for item in as_kind(announced["categories"], list):
                category, votes = item["category"].encode(), item["votes"]
                if not (votes is None or is_whole(votes)) or category in counts:
                    raise ValueError
                counts[category] = votes
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            number = None
        if number is None:
            self.findings.report("leaf", "Leaf %d is an exclusion of the wrong form." % place)
            return
        self.history.add_exclusion(place, number, fields[1] == b"applied", reasons, None in counts.values())
        self.exclusion_leaves.setdefault(number, []).append((place, fields[1] == b"applied", counts, commitment))

    # The exclusions.

    def add_exclusion(self, line, row):
        number, places, salt = row.get("exclusion"), row.get("leaves"), row.get("salt")
        if type(number) is not int or not is_list_of(places, int) or not (salt is None or isinstance(salt, str)):
            raise BadInput("line %d of %s is not an exclusion" % (line, self.path))
        report = self.findings.report
        if number in self.held:
            report("exclusion", "The bundle has exclusion %d twice." % number)
            return
        self.held[number] = []
        if any(second <= first for first, second in zip(places, places[1:])):
            report("exclusion", "The places of exclusion %d are not ascending, or one of them occurs twice." % number)
            return
        self.listed[number] = (places, salt)
        wrong = [place for place in places if place < 0 or place >= len(self.votes) or self.votes[place] < 0]
        if wrong:
            report("exclusion", "Exclusion %d holds leaf %d, which is not a vote that opens." % (number, wrong[0]))
        self.held[number] = [place for place in places if 0 <= place < len(self.votes) and self.votes[place] >= 0]

    def check_exclusions(self):
        """Compares each exclusion with its leaves. The places of the votes that are left out at the end."""
        report = self.findings.report
        categories = [category for category, _ in self.nominees]
        out = bytearray(len(self.votes))
        for number, places in self.held.items():
            leaves = self.exclusion_leaves.get(number)
            if leaves is None:
                report("exclusion", "Exclusion %d leaves out %d votes, and the log has no leaf for it: nobody was told." % (number, len(places)))
                continue
            found = {}
            for place in places:
                category = categories[self.votes[place]]
                found[category] = found.get(category, 0) + 1
            for leaf, _, counts, commitment in leaves:
                if commitment is not None and number in self.listed:
                    self.check_commitment(number, leaf, commitment)
                for category in sorted(set(found) | set(counts)):
                    said, is_ = counts.get(category, 0), found.get(category, 0)
                    if said is None and is_ >= self.most_hidden(leaf) and not self.is_shared(number, counts):
                        report("exclusion", "Leaf %d does not say how many votes exclusion %d leaves out in %s, and it leaves out %d: only a small number may be hidden." % (leaf, number, show(category), is_))
                    if said is not None and said != is_:
                        report("exclusion", "Exclusion %d holds %d votes in %s, and its leaf %d says %d." % (number, is_, show(category), leaf, said))
            if leaves[-1][1]:
                for place in places:
                    out[place] = 1
        self.left_out = sum(out)
        for number in self.exclusion_leaves:
            if number not in self.held:
                report("exclusion", "Leaf %d announces exclusion %d, and the bundle does not say which votes it holds." % (self.exclusion_leaves[number][0][0], number))
        return out

    def most_hidden(self, leaf):
        """How many votes were published at once, at most, by the editions before a leaf."""
        return max((self.steps.get(number, 1) for place, number in self.history.editions if place < leaf), default=1)

    def is_shared(self, number, counts):
        """Whether the leaf of another exclusion has the same categories, all without numbers: they were published together."""
        if any(votes is not None for votes in counts.values()):
            return False
        return any(other != number and leaf[2] == counts for other, leaves in self.exclusion_leaves.items() for leaf in leaves)

    def check_commitment(self, number, leaf, commitment):
        """Whether an exclusion holds the votes to which its leaf committed. All of them were in the log before it."""
        places, salt = self.listed[number]
        try:
            secret = decode_base64("" if salt is None else salt, 16)
        except Broken:
            secret = b""
        text = "".join("%d\n" % place for place in places)
        if binascii.b2a_base64(sha256(secret + text.encode()), newline=False) != commitment:
            self.findings.report("exclusion", "Exclusion %d does not hold the votes to which its leaf %d committed: other votes were put in their place." % (number, leaf))
        elif places and places[-1] >= leaf:
            self.findings.report("exclusion", "Exclusion %d holds leaf %d, which is behind its own leaf %d." % (number, places[-1], leaf))

    # The end.

    def check_size_and_root(self, end):
        report = self.findings.report
        size = self.tree.size
        if end != size:
            report("size", "The bundle has %d leaves, and its last line says %s: leaves were removed or added." % (size, end))
        if self.note is None:
            return
        if self.note.size != size:
            report("size", "The bundle has %d leaves, and the signed checkpoint says %d: leaves were removed or added." % (size, self.note.size))
        elif self.note.root != self.tree.root():
            report("root", "The leaves do not make the tree that the log signed: at least one was deleted, added, changed or moved%s." % self.good_until())

    def good_until(self):
        """Where a difference must be, if a kept checkpoint shows it."""
        sizes = [note.size for _, note in self.kept if self.roots.get(note.size) == note.root]
        return ", after the first %d, which are as they were" % max(sizes) if sizes else ""

    def check_twice(self):
        """No commitment occurs twice. The first 8 octets show candidates; a second reading compares all of them."""
        ordered = sorted(self.starts)
        doubtful = {first for first, second in zip(ordered, ordered[1:]) if first == second}
        del ordered
        if not doubtful:
            return
        seen, place = {}, -1
        for _, row in rows_of(self.path):
            if not isinstance(row, list):
                continue
            place += 1
            lines = base64.b64decode(row[0]).split(b"\n")
            if len(lines) != 5 or lines[0] != b"laurel/vote/v1" or len(lines[3]) != 44:
                continue
            try:
                start = int.from_bytes(decode_base64(lines[3], 32)[:8], "big")
            except Broken:
                continue
            if start not in doubtful:
                continue
            if lines[3] in seen:
                self.findings.report("twice", "Leaves %d and %d have the same commitment: one vote is in the log twice, or two voters were given one leaf." % (seen[lines[3]], place))
            else:
                seen[lines[3]] = place
        if place + 1 != self.tree.size:
            # A pipe is at its end.
            raise BadInput("The bundle can be read only once: save it to a file")

    def check_editions(self):
        for number, (seen, _) in self.editions.items():
            if not seen:
                self.findings.report("edition", "The bundle has edition %d, and the log has no leaf for it: it was never published." % number)

    def check_quorums(self):
        """Enough witnesses cosigned by each edition under which people voted, and not before voting opened."""
        if self.note is None:
            return
        times = []
        for number, first in sorted(self.history.voted.items()):
            rule = self.rules.get(number)
            if rule is None:
                continue
            good = set()
            for text in rule[0]:
                try:
                    witness = Key(text, 4)
                except Broken:
                    continue
                if self.note.cosignature_of(witness) == "ok":
                    good.add(witness.public)
                    times.append(self.note.cosigned_at(witness))
            if rule != (self.header["witnesses"], self.header["quorum"]) and len(good) < rule[1]:
                self.findings.report("quorum", "People voted under edition %d from leaf %d on, and %d of its %d witnesses cosigned the checkpoint; it asks for %d." % (number, first, len(good), len(rule[0]), rule[1]))
        for place, opens in self.history.openings:
            if times and opens > 1000 * max(times):
                self.findings.report("history", "Leaf %d says that voting opens later than the witnesses cosigned the votes behind it." % place)

    def check_voters(self):
        report = self.findings.report
        place, said = self.history.voters
        voters = self.header.get("voters") if said is None else said
        if voters is None:
            report("voters", "Neither the log nor the bundle says how many people voted.")
            return
        if said is not None and self.header.get("voters") not in (None, said):
            report("voters", "The bundle says that %d people voted, and leaf %d says %d." % (self.header["voters"], place, said))
        if voters > self.count:
            report("voters", "The log has %d votes, and is said to have %d voters." % (self.count, voters))
        totals = {}
        for (category, _), number in self.nominees.items():
            totals[category] = totals.get(category, 0) + self.cast[number]
        for category, total in totals.items():
            if total > voters:
                report("voters", "%s has %d votes, and %d people voted, once each: votes were added without voters." % (show(category), total, voters))

    def seen(self):
        """What the log has, for the line behind the verdict."""
        history = self.history
        said = self.header.get("voters") if history.voters[1] is None else history.voters[1]
        silent = sum(leaf[3] is None for leaves in self.exclusion_leaves.values() for leaf in leaves)
        return [
            ("votes", self.count),
            ("voters", "%s%s" % (said, "" if history.voters[1] is not None else " in no leaf")),
            ("witnesses", ", ".join(self.signers) or "none"),
            ("editions", len(history.editions)),
            ("reopenings", history.reopenings),
            ("exclusions", "%d%s" % (len(self.exclusion_leaves), "" if silent == 0 else ", %s without a commitment" % plural(silent, "leaf", "leaves"))),
            ("left-out votes", self.left_out),
            ("results", history.results),
        ]

    def check_result(self, out):
        report = self.findings.report
        result = self.header["result"] if "result" in self.header else None
        if self.result_leaf is None:
            report("result", "The log has no leaf for the result, so that it could be changed later.")
        if result is None:
            report("result", "The bundle does not have the result, so that nothing can be compared with the votes.")
            return
        text = result["text"].encode("utf-8", "replace")
        try:
            nonce = decode_base64(result["nonce"], 16)
        except Broken:
            nonce = b""
        if self.result_leaf is not None and binascii.b2a_base64(sha256(nonce + text), newline=False) != self.result_leaf[1]:
            report("result", "The result of the bundle is not the one that leaf %d fixed when voting closed: it was changed." % self.result_leaf[0])
        left = array("q", [0]) * len(self.cast)
        for place, is_out in enumerate(out):
            if is_out:
                left[self.votes[place]] += 1
        said, names = {}, []
        for line in text.split(b"\n")[:-1]:
            parts = line.split(b" ")
            numbers = [number_of(part) for part in parts[2:]]
            if len(parts) != 4 or None in numbers:
                report("result", "The result has a line of the wrong form: %s." % show(line))
                continue
            name = (parts[0], parts[1])
            if name in said:
                report("result", "The result has %s in %s twice." % (show(parts[1]), show(parts[0])))
            said[name] = numbers
            names.append(parts[0] + b" " + parts[1])
        if names != sorted(names) or not (text.endswith(b"\n") or text == b""):
            report("result", "The lines of the result are not in their order, or the last one is cut.")
        for name in said:
            if name not in self.nominees:
                report("result", "The result has %s in %s, and no edition has that nominee there." % (show(name[1]), show(name[0])))
        newest = set(self.listed_in_newest)
        for name, number in self.nominees.items():
            here = (self.cast[number], left[number])
            there = said.get(name)
            if there is None and (here != (0, 0) or name in newest):
                report("result", "The result has no line for %s in %s, which has %d votes in the log." % (show(name[1]), show(name[0]), here[0]))
            elif there is not None and there[0] != here[0]:
                report("result", "%s in %s: the log has %d votes, and the result says %d." % (show(name[1]), show(name[0]), here[0], there[0]))
            elif there is not None and there[1] != here[1]:
                report("result", "%s in %s: exclusions leave out %d votes, and the result says %d." % (show(name[1]), show(name[0]), here[1], there[1]))

    # Checkpoints, receipts and promises from elsewhere.

    def prepare(self, kept, evidence):
        """Checks signatures and paths, and notes which earlier roots and which leaves the other checks need."""
        self.kept, self.evidence, self.checked = [], [], {}
        for label, note in kept:
            if note.origin != self.origin:
                self.findings.set_aside("kept", "The checkpoint %s is of the log %s and not of %s." % (label, note.origin, self.origin))
            elif not self.is_genuine(note, self.origin):
                self.findings.set_aside("kept", "The checkpoint %s is not signed with the log's key: it is forged, or the log's key was swapped." % label)
            else:
                self.kept.append((label, note))
        for item in evidence:
            self.prepare_evidence(item)
        for _, note in self.kept:
            self.roots[note.size] = None
        if 0 in self.roots:
            self.roots[0] = sha256(b"")

    def is_genuine(self, note, name):
        if note.text not in self.checked:
            self.checked[note.text] = self.key is not None and note.is_signed_by(self.key, name)
        return self.checked[note.text]

    def prepare_evidence(self, item):
        problem = item.broken
        if problem is None and item.opening is not None:
            lines = item.leaf.split(b"\n")
            category, commitment = item.opening
            if len(lines) != 5 or lines[0] != b"laurel/vote/v1" or lines[2] != category or lines[3] != binascii.b2a_base64(commitment, newline=False):
                problem = "names a leaf that does not open to its vote"
            elif lines[1] != self.year:
                problem = "is of the year %s, so of another edition" % show(lines[1])
        if problem is None:
            problem = self.problem_of(item.receipt, item.leaf, self.origin) or self.problem_of(item.promise, item.leaf, self.origin + "/promises")
        if problem is None and item.receipt is not None and item.index is not None and item.index != item.receipt.index:
            problem = "names two different places"
        if problem is not None:
            self.findings.set_aside("receipt", "%s %s. It proves nothing." % (item.label, problem))
            return
        self.evidence.append(item)
        self.places[item.leaf] = []
        if item.receipt is not None:
            self.kept.append((item.label, item.receipt.note))

    def problem_of(self, proof, leaf, origin):
        if proof is None:
            return None
        if proof.note.origin != origin:
            return "is of the log %s and not of %s, so of another edition" % (proof.note.origin, origin)
        if not self.is_genuine(proof.note, origin):
            return "is not signed with the log's key: it is forged, or the log's key was swapped"
        if root_from_path(proof.index, proof.note.size, leaf, proof.path) != proof.note.root:
            return "has a path that does not lead from its leaf to the signed root: it is forged"
        return None

    def check_kept(self):
        told = set()
        for label, note in self.kept:
            # Receipts of one checkpoint show one fork.
            if note.text in told:
                continue
            told.add(note.text)
            if note.size > self.tree.size:
                self.findings.report("old", "The log signed a checkpoint of %d leaves (%s), and the bundle has %d: it shows an old state of the log." % (note.size, label, self.tree.size))
            elif self.roots.get(note.size) != note.root:
                self.findings.report("fork", "The log signed two different trees: its checkpoint of %d leaves (%s) is not what the first %d leaves of the bundle make. It showed different people different logs, or rewrote it." % (note.size, label, note.size))

    def check_evidence(self):
        report, aside, owners = self.findings.report, self.findings.set_aside, {}
        for item in self.evidence:
            places = self.places[item.leaf]
            if item.leaf in owners:
                aside("clash", "%s and %s name the same leaf. Somebody may have handed in one vote twice. If they are of two voters, one leaf was given to both, and one vote is missing." % (owners[item.leaf], item.label))
            owners.setdefault(item.leaf, item.label)
            if not places and item.promise is not None:
                report("promise", "%s is a promise that was broken: the log's key signed it, and its leaf is not in the log. It is evidence against the organisers." % item.label)
            elif not places and item.receipt is not None:
                report("missing", "%s is a receipt for leaf %d, and that leaf is not in the bundle: a recorded vote was removed or changed." % (item.label, item.receipt.index))
            elif not places:
                aside("missing", "%s names a leaf that is not in the log. Without a promise or a proof it is not evidence." % item.label)
            elif item.receipt is not None and item.receipt.index not in places:
                report("missing", "%s is a receipt for leaf %d, and the bundle has that leaf at %d." % (item.label, item.receipt.index, places[0]))


def time_of(text):
    """The milliseconds since 1970 of a time in a leaf, or None for no time."""
    parts = [int(part) for part in TIME.match(text).groups(default=b"-1")]
    return None if parts[0] < 0 else 1000 * calendar.timegm(tuple(parts[:6])) + parts[6]


def number_of(text):
    """A whole number of decimal digits, or None."""
    try:
        plain = text.decode("ascii")
    except UnicodeDecodeError:
        return None
    return int(plain) if WHOLE.match(plain) else None


def show(data):
    """Octets as they can be printed, at most 100 of them."""
    return re.sub(r"[^\x20-\x7e]", "?", data[:100].decode("ascii", "replace"))


def show_name(text):
    """A name as it can be printed, at most 100 characters of it."""
    return "".join(character if character.isprintable() else "?" for character in text[:100])


class Progress:
    """Says on standard error how many leaves are read, ten times or so."""

    def __init__(self, total):
        self.step = max(total // 10, 100_000)
        self.total = total

    def at(self, size):
        if size % self.step == 0:
            print("%d of %d leaves" % (size, self.total), file=sys.stderr, flush=True)


def check(options, findings):
    """All checks. The bundle, or BadInput."""
    evidence = read_given(options.receipt + options.promise, read_evidence, findings)
    kept = read_given(options.checkpoint, read_kept, findings)
    rows = rows_of(options.bundle)
    first = next(rows, None)
    if first is None:
        raise BadInput("%s is empty" % options.bundle)
    bundle = Bundle(options.bundle, options, findings)
    bundle.read_first_line(read_header(options.bundle, first[1]))
    bundle.prepare(kept, evidence)
    progress = Progress(bundle.note.size if bundle.note else 0)
    end, excluding = None, False
    for line, row in rows:
        if end is not None:
            raise BadInput("line %d of %s is after the end" % (line, options.bundle))
        if type(row) is list and row and not excluding:
            bundle.add_leaf(row)
            progress.at(bundle.tree.size)
        elif isinstance(row, dict) and is_whole(row.get("end")):
            end = row["end"]
        elif isinstance(row, dict) and "exclusion" in row:
            excluding = True
            bundle.add_exclusion(line, row)
        else:
            raise BadInput("line %d of %s is not a line of a bundle" % (line, options.bundle))
    if end is None:
        raise BadInput("%s has no last line: the file is cut" % options.bundle)
    bundle.check_size_and_root(end)
    bundle.check_twice()
    bundle.check_editions()
    out = bundle.check_exclusions()
    bundle.check_quorums()
    bundle.check_voters()
    bundle.check_result(out)
    bundle.check_kept()
    bundle.check_evidence()
    return bundle


def key_of(kind):
    def parse(text):
        try:
            return Key(text.strip(), kind)
        except (Broken, UnicodeError) as error:
            raise argparse.ArgumentTypeError("the key %s" % error) from None

    return parse


def options_of(arguments):
    parser = argparse.ArgumentParser(description="Checks an auditors' bundle of a Laurel public log.", epilog="Exit codes: 0 it holds; 1 it does not hold; 2 a file can't be read as what it should be.")
    parser.add_argument("bundle", help="the file that `laurel audit bundle` wrote")
    parser.add_argument("--key", type=key_of(1), metavar="VKEY", help="the log's verifier key, as you got it from elsewhere")
    parser.add_argument("--witness", type=key_of(4), metavar="VKEY", nargs="+", action="extend", default=[], help="a witness' verifier key that the bundle must list")
    parser.add_argument("--checkpoint", metavar="FILE", nargs="+", action="extend", default=[], help="a checkpoint of the log that somebody kept")
    parser.add_argument("--receipt", metavar="FILE", nargs="+", action="extend", default=[], help="a voter's receipt: a tlog-proof or JSON")
    parser.add_argument("--promise", metavar="FILE", nargs="+", action="extend", default=[], help="a voter's promise: a tlog-proof or JSON")
    return parser.parse_args(arguments)


def plural(count, one, many):
    return "%d %s" % (count, one if count == 1 else many)


def main(arguments):
    options = options_of(arguments)
    findings = Findings()
    try:
        bundle = check(options, findings)
    except BadInput as error:
        findings.end()
        print("CANNOT BE CHECKED: %s." % error)
        return BAD_INPUT
    findings.end()
    for (number, tags), (before, after) in bundle.renamed.items():
        print('Renamed: edition %d calls %s "%s", which was "%s" before.' % (number, show_name(tags), show_name(after), show_name(before)), file=sys.stderr)
    if findings.first is not None:
        print("DOES NOT HOLD: %s; the first: %s" % (plural(findings.total(), "finding", "findings"), findings.first))
        return FAILS
    if options.key is None:
        print("The log's key is the bundle's own. Compare it with the one that the site or a witness shows: %s" % bundle.header["verifierKey"], file=sys.stderr)
    given = sum(1 for places in bundle.places.values() if places)
    also = ", and %s" % ("the receipt that you gave is in it" if given == 1 else "the %d receipts that you gave are in it" % given) if given else ""
    if bundle.renamed:
        also += "; the names of %s changed meanwhile, as listed above" % plural(len(bundle.renamed), "tag", "tags")
    print("HOLDS: the log %s has the %s that it signed, each of %s opens to a nominee, and the result follows from them%s." % (bundle.origin, plural(bundle.tree.size, "leaf", "leaves"), plural(bundle.count, "vote", "votes"), also))
    print("Seen: %s." % "; ".join("%s: %s" % each for each in bundle.seen()))
    return OK


if __name__ == "__main__":
    # Names from files can have characters that the terminal does not have. The verdict is printed all the same, as on stderr.
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
