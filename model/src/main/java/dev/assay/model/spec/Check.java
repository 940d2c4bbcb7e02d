package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes the checks of scenario records; each message names the key and the value, and refuses with it. */
public final class Check {
    private static final Pattern RELEASE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}");

    private Check() {}

    /** Writes a number without an exponent. */
    static String plain(double number) {
        return new java.math.BigDecimal(Double.toString(number))
                .stripTrailingZeros()
                .toPlainString();
    }

    public static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Refuses the value of a record's key unless the condition holds.
     *
     * @param key as files have it: the one to change
     * @param otherKeys whose values the condition looks at as well
     */
    public static void key(String key, boolean holds, String otherwise, String... otherKeys) {
        if (!holds) {
            throw new InvalidValueException(
                    Stream.concat(Stream.of(key), Stream.of(otherKeys))
                            .map(KeyPath.TOP::to)
                            .toList(),
                    otherwise);
        }
    }

    /**
     * Refuses what can't be the name of a release, which goes into addresses, paths and plans.
     *
     * @param expected such as {@code must name a release of the client}
     */
    public static void release(String key, String value, String expected) {
        key(
                key,
                RELEASE.matcher(value).matches() && !value.contains(".."),
                key + " " + expected + ", but is " + (value.isBlank() ? "empty" : "'" + value + "'"));
    }

    /** Refuses with everything found, each at its own key. */
    public static void none(List<Incompatibility> problems) {
        if (!problems.isEmpty()) {
            throw new IncompatibleKeysException(
                    problems.stream().map(Incompatibility::key).toList(), problems);
        }
    }

    /** Refuses a whole number outside of that range, both ends included. */
    public static void inRange(String key, long value, long min, long max) {
        inRange(key, key, value, min, max);
    }

    /** Refuses a number outside of that range that the value of a key leads to, both ends included. */
    static void inRange(String key, String name, long value, long min, long max, String... otherKeys) {
        key(
                key,
                value >= min && value <= max,
                name + " must be between " + min + " and " + max + ", but is " + value,
                otherKeys);
    }

    public static void notNegative(String key, Duration value) {
        key(key, !value.isNegative(), key + " must not be negative, but is " + DurationText.format(value));
    }

    /** Refuses a level that a system without a choice of levels does not cover; it may promise more than the scenario asks for. */
    static void durability(SystemSpec system, DurabilityLevel level) {
        DurabilityStatement statement = system.durability(level, VendorSettings.NONE);
        if (system.reachesAnyLevel() || !statement.weakened()) {
            return;
        }
        KeyPath described = KeyPath.TOP.to("systems").to(system.system());
        List<KeyPath> keys = new ArrayList<>(List.of(KeyPath.TOP.to("durability")));
        system.durabilityKeys().forEach(key -> keys.add(described.to(key)));
        keys.add(described);
        throw new InvalidValueException(
                keys,
                "durability is %s (%s: %s), but %s only gives %s: %s; %s"
                        .formatted(
                                level,
                                level.words(),
                                level.meaning(),
                                system.system(),
                                statement.namedLabel(),
                                String.join(" and ", statement.reasons()),
                                system.reaching(level)));
    }
}
