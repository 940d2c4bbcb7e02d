package dev.assay.model.spec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds values that are known to be secret wherever they are written verbatim: in a server's log, in the message of a
 * client, in what a system says about its settings.
 *
 * <p>A value of less than {@value #MIN_LENGTH} characters, a truth value and a short number are not looked for, as they have
 * other meanings nearly everywhere. One of less than {@value #ANYWHERE} characters is looked for as a word of its own.
 */
public final class Redactor {
    public static final String MASK = "********";

    public static final Redactor NONE = new Redactor(Set.of());

    static final int MIN_LENGTH = 4;
    static final int ANYWHERE = 8;

    private static final Pattern HARMLESS =
            Pattern.compile("(?i)true|false|null|none|undefined|\\*+|\\[hidden]|[-+]?[0-9.]{1,7}");
    /** Matches names and values as in {@code password="..."} of JAAS and {@code "token": "..."} of JSON. */
    private static final Pattern PART = Pattern.compile(
            "(?<![\\w.-])([\\w.-]{1,100}+)[\"']?\\s{0,9}+[:=]\\s{0,9}+(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"',;{}]+))");

    /** Are sorted longest first: one may be a part of another. */
    private final List<String> values;

    private Redactor(Set<String> values) {
        this.values = values.stream()
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Finds these values of secret settings, with each of their lines and the secrets inside of them. */
    public static Redactor of(Collection<String> secrets) {
        Set<String> values = new HashSet<>();
        for (String secret : secrets) {
            add(secret, values);
            secret.lines().forEach(line -> add(line, values));
            parts(secret, values);
        }
        return new Redactor(values);
    }

    /** Finds the secrets of these settings, by their names and in URIs. */
    public static Redactor of(Map<String, String> settings) {
        List<String> secrets = new ArrayList<>();
        settings.forEach((name, value) -> {
            if (SecretNames.isSecret(name)) {
                secrets.add(value);
            } else {
                UriSecrets.in(value).forEach(range -> secrets.add(value.substring(range.from(), range.to())));
            }
        });
        return of(secrets);
    }

    public Redactor and(Redactor other) {
        Set<String> all = new HashSet<>(values);
        all.addAll(other.values);
        return new Redactor(all);
    }

    private static void add(String secret, Set<String> values) {
        String value = secret.strip();
        if (value.length() < MIN_LENGTH || HARMLESS.matcher(value).matches()) {
            return;
        }
        values.add(value);
        if (value.indexOf('%') >= 0) {
            values.add(decoded(value));
        }
    }

    /** Resolves the escapes of URIs; a lone % is a character of the password. */
    private static String decoded(String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int at = 0; at < encoded.length; at++) {
            int high = encoded[at] == '%' && at + 2 < encoded.length ? Character.digit(encoded[at + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(encoded[at + 2], 16);
            encoded[length++] = low < 0 ? encoded[at] : (byte) (16 * high + low); // It is never longer than the input.
            at += low < 0 ? 0 : 2;
        }
        return new String(encoded, 0, length, StandardCharsets.UTF_8);
    }

    private static void parts(String secret, Set<String> values) {
        for (Matcher part = PART.matcher(secret); part.find(); ) {
            if (SecretNames.isSecret(part.group(1))) {
                String quoted = part.group(2) == null ? part.group(3) : part.group(2);
                add(quoted == null ? part.group(4) : quoted, values);
            }
        }
        UriSecrets.in(secret).forEach(range -> add(secret.substring(range.from(), range.to()), values));
    }

    /** Tells whether a text has secrets inside, such as {@code password="..."}, and a vendor's <code>${...}</code> in place of each. */
    static boolean hasPlaceholders(String text) {
        List<MatchResult> secrets = secretParts(text);
        return !secrets.isEmpty() && secrets.stream().allMatch(part -> isPlaceholder(text, part));
    }

    /** Tells whether a text has a secret inside, such as {@code password="..."}, and no vendor's <code>${...}</code> in its place. */
    public static boolean hasSecrets(String text) {
        return secretParts(text).stream().anyMatch(part -> !isPlaceholder(text, part));
    }

    private static List<MatchResult> secretParts(String text) {
        return PART.matcher(text)
                .results()
                .filter(part -> SecretNames.isSecret(part.group(1)))
                .toList();
    }

    private static boolean isPlaceholder(String text, MatchResult part) {
        return IntStream.rangeClosed(2, 4)
                .anyMatch(group -> part.start(group) >= 0 && text.startsWith("${", part.start(group)));
    }

    /** Returns the values that are looked for, the longest first. */
    public List<String> values() {
        return values;
    }

    /** Returns the text with {@value #MASK} in place of each value, and of passwords in URIs. */
    public String masked(String text) {
        return verbatim(maskedUris(text));
    }

    /** Returns the text with {@value #MASK} in place of each value. */
    public String verbatim(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked(masked, value);
        }
        return masked;
    }

    private static String masked(String text, String value) {
        int start = text.indexOf(value);
        if (start < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int done = 0;
        while (start >= 0) {
            int end = start + value.length();
            if (value.length() >= ANYWHERE || isWord(text, start, end)) {
                out.append(text, done, start).append(MASK);
                done = end;
            }
            start = text.indexOf(value, end);
        }
        return out.append(text, done, text.length()).toString();
    }

    private static boolean isWord(String text, int from, int to) {
        return (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)))
                && (to == text.length() || !Character.isLetterOrDigit(text.charAt(to)));
    }

    /** Returns the text with {@value #MASK} in place of the secrets of its URIs. */
    public static String maskedUris(String text) {
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (UriSecrets.Range range : UriSecrets.in(text)) {
            out.append(text, done, range.from()).append(MASK);
            done = range.to();
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    /** Returns the settings with {@value #MASK} in place of values that have the name of a secret, and of each known secret. */
    public Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new LinkedHashMap<>();
        settings.forEach((name, value) -> masked.put(name, SecretNames.isSecret(name) ? MASK : masked(value)));
        return masked;
    }
}
