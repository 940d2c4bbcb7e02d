package dev.assay.model.setting;

import dev.assay.model.spec.EffectiveConfig;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Describes a setting with which servers delete messages by themselves, whether or not every subscription has them. A
 * scenario can't set it so, since what is deleted would count as lost by the system; where others run the servers, it is
 * named as the cause of what is missing.
 *
 * @param name an entry of {@link SettingNames}: a segment that begins with {@code $} stands for any
 * @param keeping how scenarios can set it so that all messages are kept
 * @param topics the setting of a topic that wins over it; empty where there is none
 */
public record Deletion(SettingGroup group, String name, Condition condition, Keeping keeping, String topics) {
    static final String LOST = "messages that it drops would be counted as lost";

    /** No trial takes longer than messages that are kept for a day. */
    private static final Duration LONG_ENOUGH = Duration.ofDays(1);

    /** Joins the values where servers report several of one setting. */
    private static final String SEVERAL = " \\| ";

    private static final Set<String> NONE = Set.of("", "0", "-1");

    private static final Keeping NEVER = new Keeping.Never();

    /** Says how a scenario can set it so that all messages are kept. */
    public sealed interface Keeping {
        record Never() implements Keeping {}

        /** @param text such as "-1, or at least 24 (a day)" */
        record Values(String text) implements Keeping {}

        /** Allows all values where another setting has servers refuse new messages. */
        record Together(String setting, String value) implements Keeping {}
    }

    @FunctionalInterface
    public interface Condition {
        /**
         * Tells whether the servers delete messages with that value.
         *
         * @param settings all of the group
         */
        boolean deletes(String value, Map<String, String> settings);
    }

    public static Deletion always(SettingGroup group, String name) {
        return new Deletion(group, name, (value, _) -> !NONE.contains(value), NEVER, "");
    }

    /**
     * Describes a setting that scenarios can't set, and that deletes messages older than its value.
     *
     * @param unit of its values
     */
    public static Deletion always(SettingGroup group, String name, Duration unit) {
        long enough = LONG_ENOUGH.dividedBy(unit);
        return new Deletion(
                group,
                name,
                (value, _) -> isNumber(value) && Long.parseLong(value) > 0 && Long.parseLong(value) < enough,
                NEVER,
                "");
    }

    /**
     * Describes a setting that deletes messages older than its value.
     *
     * @param unit of its values
     * @param unlimited the value with which it deletes nothing
     */
    public static Deletion after(SettingGroup group, String name, Duration unit, long unlimited) {
        long enough = LONG_ENOUGH.dividedBy(unit);
        return new Deletion(
                group,
                name,
                (value, _) -> isNumber(value) && Long.parseLong(value) != unlimited && Long.parseLong(value) < enough,
                new Keeping.Values(unlimited + ", or at least " + enough + " (a day)"),
                "");
    }

    /** Describes a setting that deletes the oldest messages beyond an amount, unless it is {@code unlimited}. */
    public static Deletion beyond(SettingGroup group, String name, long unlimited) {
        return new Deletion(
                group,
                name,
                (value, _) -> isNumber(value) && Long.parseLong(value) != unlimited,
                new Keeping.Values(Long.toString(unlimited)),
                "");
    }

    /** Describes a setting that deletes where it has that word, alone or in a list, and does not with {@code keeping}. */
    public static Deletion by(SettingGroup group, String name, String word, String keeping) {
        return new Deletion(
                group,
                name,
                (value, _) ->
                        Arrays.stream(value.split(",", -1)).map(String::strip).anyMatch(word::equals),
                new Keeping.Values(keeping),
                "");
    }

    /** Describes a setting that deletes the oldest messages beyond an amount, unless another setting has servers refuse new messages. */
    public static Deletion unless(SettingGroup group, String name, String other, String value) {
        return new Deletion(
                group,
                name,
                (amount, settings) -> !NONE.contains(amount)
                        && !settings.getOrDefault(other, "").strip().equals(value),
                new Keeping.Together(other, value),
                "");
    }

    /** Returns this deletion, where a topic's own setting wins over it. */
    public Deletion below(String topicSetting) {
        return new Deletion(group, name, condition, keeping, topicSetting);
    }

    /** Tells whether scenarios can't set it at all. */
    boolean isOfName() {
        return keeping instanceof Keeping.Never;
    }

    /**
     * Returns the objection to a scenario that sets it; null where its value deletes nothing.
     *
     * @param settings all of the group
     * @param topicSettings those of topics, one of which may win over it
     */
    @Nullable
    SettingObjection objection(String setting, Map<String, String> settings, Map<String, String> topicSettings) {
        String value = settings.getOrDefault(setting, "").strip();
        if (!isOfName() && (topicSettings.containsKey(topics) || !condition.deletes(value, settings))) {
            return null;
        }
        return switch (keeping) {
            case Keeping.Never() -> SettingObjection.never(LOST);
            case Keeping.Values(String text) -> SettingObjection.mustBe(text, value, LOST);
            case Keeping.Together(String other, String required) ->
                SettingObjection.value(
                        "can be set only together with " + other + ": " + required + ": " + LOST,
                        "set " + other + " as well, or remove it");
        };
    }

    /** Returns the first deletion that stands for the setting; null where none does. */
    static @Nullable Deletion find(List<Deletion> all, SettingGroup group, String setting) {
        for (Deletion one : all) {
            boolean named = one.name.contains("$")
                    ? SettingNames.of("", Set.of(one.name)).lists(setting)
                    : one.name.equals(setting);
            if (one.group == group && named) {
                return one;
            }
        }
        return null;
    }

    /** Returns the settings that delete messages by what topics and servers report, such as {@code topic.NAME}, with their values. */
    static Map<String, String> in(EffectiveConfig effective, List<Deletion> all) {
        Map<String, String> deleting = new TreeMap<>();
        Map<String, String> topics = effective.groups().getOrDefault(SettingGroup.TOPIC.toString(), Map.of());
        effective
                .groups()
                .forEach((group, settings) -> settings.forEach((setting, values) -> {
                    for (SettingGroup each : SettingGroup.values()) {
                        Deletion deletion = each.toString().equals(group) ? find(all, each, setting) : null;
                        boolean deletes = deletion != null
                                && !topics.containsKey(deletion.topics)
                                && Arrays.stream(values.split(SEVERAL, -1))
                                        .anyMatch(value -> deletion.condition.deletes(value.strip(), settings));
                        if (deletes) {
                            deleting.put(group + "." + setting, values);
                        }
                    }
                }));
        return deleting;
    }

    private static boolean isNumber(String value) {
        return value.matches("-?[0-9]{1,18}");
    }
}
