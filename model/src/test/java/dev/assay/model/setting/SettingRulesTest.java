package dev.assay.model.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.VendorSettings;
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

    /** A system whose groups are named by Assay, and which takes no other size than 1. */
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
