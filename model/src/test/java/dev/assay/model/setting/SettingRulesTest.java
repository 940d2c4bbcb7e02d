package dev.assay.model.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.VendorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingRulesTest {
    private static final SettingNames PRODUCER =
            SettingNames.of("this client", Set.of("linger.ms", "batch.size", "group.id", "plugin.*"));
    private static final SettingNames BROKER = SettingNames.of(
            "the server (1.0)", Set.of("io.threads", "listeners.$name", "listeners.$name.port", "bookie.sync"));
    private static final Map<SettingGroup, SettingNames> KNOWN =
            Map.of(SettingGroup.PRODUCER, PRODUCER, SettingGroup.BROKER, BROKER);

    /** Describes a system whose groups are named by Assay, and which takes no other size than 1. */
    private static final class Rules implements SettingRules {
        @Override
        public String system() {
            return "made-up";
        }

        @Override
        public @Nullable SettingObjection againstName(SettingGroup group, String name) {
            return name.equals("group.id") ? SettingObjection.never("groups are named by Assay") : null;
        }

        @Override
        public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
            String value = settings.getOrDefault(name, "");
            return name.equals("batch.size") && !value.equals("1")
                    ? SettingObjection.mustBe("1", value, "two would be lost")
                    : null;
        }
    }

    private static List<SettingProblem> problems(
            Map<SettingGroup, SettingNames> known, Map<String, String> producer, Map<String, String> broker) {
        return new Rules()
                .problems(known, new VendorSettings(Map.of("any", "x"), producer, Map.of(), Map.of(), broker));
    }

    private static List<String> sentences(Map<String, String> producer, Map<String, String> broker) {
        return problems(KNOWN, producer, broker).stream()
                .map(SettingProblem::sentence)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lingr.ms   | is not a producer setting known to this client; did you mean linger.ms?
            Linger_Ms  | is not a producer setting known to this client; did you mean linger.ms?
            io.threads | is not a producer setting known to this client; it belongs under settings.made-up.broker
            wholly     | is not a producer setting known to this client; see the vendor's documentation for the names
            group.id   | can't be set: groups are named by Assay; remove it
            batch.size | must be 1, but is 7: two would be lost; set it to 1, or remove it
            """)
    void whatIsWrongIsSaidWithWhatToDo(String name, String rest) {
        assertThat(sentences(Map.of(name, "7"), Map.of()))
                .containsExactly("settings.made-up.producer." + name + " " + rest);
    }

    @ParameterizedTest
    @CsvSource({"listeners.one,", "listeners.one.port,", "listener.one, listeners.one", "sync, bookie.sync"})
    void namesOfWhichAPartIsFreeAreKnownAndNearByTheRest(String name, String nearest) {
        List<String> expected = nearest == null
                ? List.of()
                : List.of("settings.made-up.broker." + name
                        + " is not a broker setting known to the server (1.0); did you mean " + nearest + "?");
        assertThat(sentences(Map.of(), Map.of(name, "7"))).isEqualTo(expected);
    }

    @Test
    void whatAPluginNamesIsTaken() {
        assertThat(sentences(Map.of("plugin.anything", "7"), Map.of())).isEmpty();
    }

    @Test
    void aSegmentIsNeitherLeftOutNorSplit() {
        assertThat(BROKER.lists("listeners")).isFalse();
        assertThat(BROKER.lists("listeners.one.two")).isFalse();
        assertThat(BROKER.lists("listeners.one\\.two")).isTrue();
    }

    @Test
    void whereThereMayBeOtherNamesOnlyTheRulesHold() {
        Map<SettingGroup, SettingNames> known = Map.of(SettingGroup.PRODUCER, PRODUCER.withOthers());

        assertThat(problems(known, Map.of("brand.new", "7", "group.id", "7", "batch.size", "7"), Map.of("x", "7")))
                .extracting(SettingProblem::key)
                .hasToString("[settings.made-up.producer.batch.size, settings.made-up.producer.group.id]");
    }

    @Test
    void namesThatBeginSoAreTakenAndNotLookedForElsewhere() {
        Map<SettingGroup, SettingNames> known =
                Map.of(SettingGroup.PRODUCER, PRODUCER.withOthers("x-"), SettingGroup.BROKER, BROKER);

        assertThat(problems(known, Map.of("x-any", "7"), Map.of("x-any", "7")))
                .extracting(SettingProblem::sentence)
                .containsExactly(
                        "settings.made-up.broker.x-any is not a broker setting known to the server (1.0); see the vendor's documentation for the names");
    }

    /** Describes a system that deletes messages older than 5 ms, and everything beyond a size unless it refuses more. */
    private static final SettingRules DELETING = new SettingRules() {
        @Override
        public String system() {
            return "made-up";
        }

        @Override
        public List<Deletion> deletions() {
            return List.of(
                    Deletion.after(SettingGroup.TOPIC, "age", Duration.ofMillis(1), -1),
                    Deletion.always(SettingGroup.TOPIC, "expiry"),
                    Deletion.unless(SettingGroup.TOPIC, "size", "full", "refuse"),
                    Deletion.after(SettingGroup.BROKER, "default.age", Duration.ofHours(1), -1)
                            .below("age"));
        }

        @Override
        public @Nullable SettingObjection againstName(SettingGroup group, String name) {
            return null;
        }

        @Override
        public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
            return null;
        }
    };

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            age    | 86399999 | must be -1, or at least 86400000 (a day), but is 86399999: messages that it drops would be counted as lost; set it to -1, or at least 86400000 (a day), or remove it
            age    | 86400000 | -
            age    | -1       | -
            age    | soon     | -
            expiry | 0        | can't be set: messages that it drops would be counted as lost; remove it
            size   | 5        | can be set only together with full: refuse: messages that it drops would be counted as lost; set full as well, or remove it
            """)
    void whatDeletesMessagesIsRefused(String name, String value, String rest) {
        VendorSettings settings = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(name, value), Map.of());
        Map<SettingGroup, SettingNames> known =
                Map.of(SettingGroup.TOPIC, SettingNames.of("it", Set.of("age", "size", "full")));

        assertThat(DELETING.problems(known, settings))
                .extracting(SettingProblem::sentence)
                .isEqualTo(rest == null ? List.of() : List.of("settings.made-up.topic." + name + " " + rest));
    }

    @Test
    void theSettingOfATopicWinsOverTheServersDefault() {
        Map<SettingGroup, SettingNames> known = Map.of(
                SettingGroup.TOPIC, SettingNames.of("it", Set.of("age")),
                SettingGroup.BROKER, SettingNames.of("it", Set.of("default.age")));

        assertThat(DELETING.problems(known, retention(Map.of("age", "-1")))).isEmpty();
        assertThat(DELETING.problems(known, retention(Map.of("age", "5"))))
                .extracting(SettingProblem::key)
                .hasToString("[settings.made-up.topic.age]");
        assertThat(DELETING.problems(known, retention(Map.of())))
                .extracting(SettingProblem::key)
                .hasToString("[settings.made-up.broker.default.age]");
    }

    private static VendorSettings retention(Map<String, String> topic) {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), topic, Map.of("default.age", "1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            age=5          | default.age=2 | topic.age=5
            age=-1         | default.age=2 | ''
            full=keep      | default.age=2 | broker.default.age=2
            size=5         | default.age=48 | topic.size=5
            size=-1        | default.age=-1 | ''
            expiry=1 s     | default.age=-1 | topic.expiry=1 s
            """)
    void whatServersReportOfItIsFound(String topic, String broker, String expected) {
        EffectiveConfig effective = new EffectiveConfig(
                Map.of(
                        "topic",
                        Map.of(topic.split("=", -1)[0], topic.split("=", -1)[1]),
                        "broker",
                        Map.of(broker.split("=", -1)[0], broker.split("=", -1)[1])),
                Map.of());

        assertThat(DELETING.deleting(effective).entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .toList())
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void aScenarioShowsTheNameOrTheValue() {
        assertThat(new Rules()
                        .refusals(
                                KNOWN,
                                new VendorSettings(
                                        Map.of(),
                                        Map.of("lingr.ms", "7", "batch.size", "7"),
                                        Map.of(),
                                        Map.of(),
                                        Map.of())))
                .extracting(Incompatibility::part)
                .containsExactly(Part.VALUE, Part.NAME);
    }
}
