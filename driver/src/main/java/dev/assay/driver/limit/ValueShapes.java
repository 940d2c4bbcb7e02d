package dev.assay.driver.limit;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the shapes that settings of all vendors have. None of them lets a client load, run or read anything that the value
 * does not hold itself.
 */
public final class ValueShapes {
    private static final ValueShape NUMBER = pattern("-?[0-9]{1,19}([.][0-9]{1,19})?", "a number");

    private static final ValueShape TRUTH = pattern("true|false", "true or false");

    /** Takes a word, or several with commas between them, such as the names of ciphers; or an empty value. */
    private static final ValueShape WORDS =
            pattern("[A-Za-z0-9_., +-]*", "words of letters, digits and _.+- with commas between them");

    /** Takes {@code HOST:PORT}, or several with commas between them. */
    private static final ValueShape ADDRESSES =
            pattern("[A-Za-z0-9_.:, \\[\\]%-]+", "HOST:PORT, with commas between several");

    public static final ValueShape FILE = (value, around) -> around.folders().objection(value);

    /** Takes certificates or keys in PEM, and nothing else. */
    private static final ValueShape PEM = (value, _) -> isPem(value)
            ? null
            : mustBe(
                    "PEM: one or more blocks from -----BEGIN to -----END with base64 between them, and nothing around them");

    /** Takes values that end up with the server, or in names: names, user names and passwords. */
    public static final ValueShape TEXT = (value, _) -> isText(value)
            ? null
            : mustBe("a single line of text without ${, which clients can resolve as a reference to something else");

    private static final Map<String, ValueShape> BY_NAME = Map.of(
            "number", NUMBER,
            "truth", TRUTH,
            "words", WORDS,
            "addresses", ADDRESSES,
            "file", FILE,
            "file-or-none", (value, around) -> value.isEmpty() ? null : FILE.objection(value, around),
            "pem", PEM,
            "text", TEXT);

    private static final Pattern BLOCK = Pattern.compile(
            "\\s*+-----BEGIN ([A-Z0-9 ]{1,40})-----[A-Za-z0-9+/=\\s]++-----END ([A-Z0-9 ]{1,40})-----\\s*+");

    private static final Pattern SERVER =
            Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+\\])(?::[0-9]{1,5})?/?");

    private ValueShapes() {}

    /**
     * Returns the shape of that name; one that takes no value where the name is a driver's own, beginning with a capital, and
     * the driver is absent.
     *
     * @throws IllegalArgumentException where no shape has that name
     */
    static ValueShape named(String name, Map<String, ValueShape> driverShapes) {
        String choices = name.substring(name.indexOf(':') + 1);
        ValueShape shape = switch (name.substring(0, name.length() - choices.length())) {
            case "one-of:" -> oneOf(Set.of(choices.split(",", -1)));
            case "url:" -> urls(choices.split(",", -1));
            default -> BY_NAME.getOrDefault(name, driverShapes.get(name));
        };
        if (shape == null && !Character.isUpperCase(name.charAt(0))) {
            throw new IllegalArgumentException("no shape of values is named " + name);
        }
        return shape == null ? (_, _) -> "can be read by the system's client only" : shape;
    }

    private static ValueShape oneOf(Set<String> choices) {
        Set<String> allowed = Set.copyOf(choices);
        return (value, _) -> allowed.contains(value)
                ? null
                : mustBe(String.join(" or ", allowed.stream().sorted().toList()));
    }

    /** Takes a URL with one of these schemes, or several with commas between them; or an empty value. */
    private static ValueShape urls(String... schemes) {
        String scheme =
                String.join("|", Arrays.stream(schemes).map(Pattern::quote).toList());
        Pattern first = Pattern.compile("(?:" + scheme + ")://[!-~&&[^\"'<>\\\\^`{}|]]+");
        return (value, _) -> value.isEmpty() || isUrls(value, first)
                ? null
                : mustBe("a URL that begins with " + String.join(":// or ", schemes) + "://");
    }

    private static boolean isUrls(String value, Pattern url) {
        if (value.chars().anyMatch(Character::isISOControl)) {
            return false;
        }
        String[] parts = value.split(",", -1);
        for (int index = 0; index < parts.length; index++) {
            String part = parts[index].strip();
            // Several servers may share the scheme of the first.
            boolean sharesScheme = index > 0 && SERVER.matcher(part).matches();
            if (!sharesScheme && !url.matcher(part).matches()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPem(String value) {
        Matcher block = BLOCK.matcher(value);
        int end = 0;
        while (end < value.length() && block.region(end, value.length()).lookingAt()) {
            if (!block.group(1).equals(block.group(2))) {
                return false;
            }
            end = block.end();
        }
        return end > 0 && end == value.length();
    }

    private static boolean isText(String value) {
        return !value.contains("${") && value.chars().noneMatch(Character::isISOControl);
    }

    private static ValueShape pattern(String regex, String expected) {
        Pattern pattern = Pattern.compile(regex);
        return (value, _) -> pattern.matcher(value.strip()).matches() ? null : mustBe(expected);
    }

    private static String mustBe(String expected) {
        return "must be " + expected + " where a worker's caller is not its owner";
    }
}
