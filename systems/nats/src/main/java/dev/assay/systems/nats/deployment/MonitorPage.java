package dev.assay.systems.nats.deployment;

import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads nats-server's monitoring pages, in JSON. Few members are needed, each of whose names is unique in its part of the page, so the text
 * is searched rather than parsed.
 */
record MonitorPage(String text) {
    static MonitorPage of(byte[] answer) {
        return new MonitorPage(new String(answer, StandardCharsets.UTF_8));
    }

    /** Returns the object that is a member of that name, with its content; empty where there is none. */
    MonitorPage part(String name) {
        Matcher begin = Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*\\{")
                .matcher(text);
        if (!begin.find()) {
            return new MonitorPage("");
        }
        int depth = 1;
        int end = begin.end();
        while (end < text.length() && depth > 0) {
            char c = text.charAt(end);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            }
            end++;
        }
        return new MonitorPage(text.substring(begin.end(), end));
    }

    /** Returns the first number of that name; empty where there is none. */
    OptionalDouble number(String name) {
        Matcher number = Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*(-?[0-9]{1,19})")
                .matcher(text);
        return number.find() ? OptionalDouble.of(Double.parseDouble(number.group(1))) : OptionalDouble.empty();
    }

    /** Returns the first text of that name; empty where there is none. */
    String string(String name) {
        Matcher string = Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*\"([^\"]*)\"")
                .matcher(text);
        return string.find() ? string.group(1) : "";
    }

    long countTrue(String name) {
        return Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*true")
                .matcher(text)
                .results()
                .count();
    }
}
