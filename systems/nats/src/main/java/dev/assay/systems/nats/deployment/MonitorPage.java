package dev.assay.systems.nats.deployment;

import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page on which nats-server tells about itself, in JSON. Few members of it are needed, each of whose names is the only one in its
 * part of the page, so it is searched rather than parsed.
 */
record MonitorPage(String text) {
    static MonitorPage of(byte[] answer) {
        return new MonitorPage(new String(answer, StandardCharsets.UTF_8));
    }

    /** The object that is a member of that name, with all that is in it; empty where there is none. */
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

    /** The first number of that name; empty where there is none. */
    OptionalDouble number(String name) {
        Matcher number = Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*(-?[0-9]{1,19})")
                .matcher(text);
        return number.find() ? OptionalDouble.of(Double.parseDouble(number.group(1))) : OptionalDouble.empty();
    }

    /** The first text of that name; empty where there is none. */
    String string(String name) {
        Matcher string = Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*\"([^\"]*)\"")
                .matcher(text);
        return string.find() ? string.group(1) : "";
    }

    /** How many members of that name are true. */
    long countTrue(String name) {
        return Pattern.compile(Pattern.quote("\"" + name + "\"") + "\\s*:\\s*true")
                .matcher(text)
                .results()
                .count();
    }
}
